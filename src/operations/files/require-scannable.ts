import { realpath } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { absoluteAddress, isS3Address, keyBelow } from '../../storage/index.js';

/**
 * The real path of a folder that may be scanned on behalf of others: it must be inside of one that the administrator has named,
 * whatever links lead to it. Or the address of a prefix below one that is named.
 */
export async function requireScannable(path: string, allowed: readonly string[]): Promise<string> {
  if (isS3Address(path)) return requirePrefix(path, allowed);
  const real = await realOf(path);
  for (const folder of allowed.filter((one) => !isS3Address(one))) {
    const inside = relative(await realOf(folder), real);
    if (!inside.startsWith('..') && !isAbsolute(inside)) return real;
  }
  throw notAllowed(path, allowed);
}

/** Keys are texts, but some servers store them as paths: `..` would leave the prefix there. */
function requirePrefix(path: string, allowed: readonly string[]): string {
  const address = absoluteAddress(path);
  const isPlain = address.split('/').every((part) => part !== '.' && part !== '..');
  const isInside = allowed.some((prefix) => prefix === address || keyBelow(prefix, address) !== undefined);
  if (isPlain && isInside) return address;
  throw notAllowed(path, allowed);
}

function notAllowed(path: string, allowed: readonly string[]): CasparianError {
  return new CasparianError('NOT_PERMITTED', `'${path}' may not be scanned over HTTP`, {
    why: allowed.length === 0 ? 'No folder is allowed.' : `Allowed are ${allowed.join(', ')}.`,
    next: ['Add it to http_scan_folders (CASPARIAN_HTTP_SCAN_FOLDERS), or upload the file.'],
  });
}

async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    throw new CasparianError('INPUT_NOT_FOUND', `There is no folder '${path}'`, {
      why: errorMessage(error),
      cause: error,
    });
  }
}
