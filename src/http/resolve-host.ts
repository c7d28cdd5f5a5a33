import { isIP } from 'node:net';
import { CasparianError, errorMessage } from '../platform/index.js';
import { type AddressPolicy, ALLOW_HINT } from './check-url.js';
import { specialRange } from './special-addresses.js';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name, as the system finds them. */
export type Resolver = (hostname: string) => Promise<readonly Address[]>;

export const systemResolver: Resolver = async (hostname) => {
  const { lookup } = await import('node:dns/promises');
  return lookup(hostname, { all: true });
};

/** The addresses of a URL's host, of which every one may be connected to. Fails if any of them may not. */
export async function resolveHost(
  url: URL,
  policy: AddressPolicy,
  resolve: Resolver = systemResolver,
): Promise<readonly Address[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(hostname);
  const addresses = family === 0 ? await resolveName(hostname, resolve) : [{ address: hostname, family }];
  for (const { address } of addresses) {
    const range = specialRange(address);
    if (range && !(range.isPrivate && policy.allowPrivate)) throw refused(hostname, range.name, range.isPrivate);
  }
  return addresses;
}

async function resolveName(hostname: string, resolve: Resolver): Promise<readonly Address[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    throw unresolved(hostname, errorMessage(error), error);
  }
  throw unresolved(hostname, 'The name has no address.');
}

function unresolved(hostname: string, why: string, cause?: unknown): CasparianError {
  return new CasparianError('NETWORK_ERROR', `The host ${hostname} cannot be found`, { why, cause, phase: 'resolve' });
}

/** The address is not named: it can reveal how a private network is built. */
function refused(hostname: string, range: string, isPrivate: boolean): CasparianError {
  return new CasparianError('ADDRESS_REFUSED', `Requests to ${hostname} are not allowed`, {
    why: `It has an address of the ${range} range.`,
    next: isPrivate ? [ALLOW_HINT] : [],
    phase: 'resolve',
  });
}
