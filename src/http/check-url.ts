import { CasparianError, errorMessage } from '../platform/index.js';

/** What a deployment permits besides public https. */
export interface AddressPolicy {
  /** Loopback and private addresses, and plain http. For development and closed networks. */
  readonly allowPrivate: boolean;
}

const MAX_URL_CHARACTERS = 2_048;

export const ALLOW_HINT =
  'For development or a closed network, set allow_private_addresses (CASPARIAN_ALLOW_PRIVATE_ADDRESSES=1).';

/** The URL, if a request may be sent to one like it. Its host is checked by `resolveHost`, each time. */
export function checkUrl(text: string, policy: AddressPolicy): URL {
  if (text.length > MAX_URL_CHARACTERS) {
    throw refused('The URL is too long', `It has ${text.length} characters; ${MAX_URL_CHARACTERS} are allowed.`);
  }
  const url = parse(text);
  const isPlain = url.protocol === 'http:';
  if (url.protocol !== 'https:' && !(isPlain && policy.allowPrivate)) {
    if (!isPlain) throw refused('The URL must begin with https://', `${url.protocol} is not supported.`);
    throw refused('The URL must begin with https://', 'Plain http can be read and changed on the way.', ALLOW_HINT);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('The URL contains credentials', 'They would end up in logs.');
  }
  if (url.hash !== '') throw refused('The URL contains a fragment', 'The part after # is never sent.');
  return url;
}

function parse(text: string): URL {
  try {
    return new URL(text);
  } catch (error) {
    throw refused('This is not a URL', errorMessage(error));
  }
}

function refused(message: string, why: string, ...next: string[]): CasparianError {
  return new CasparianError('URL_REFUSED', message, { why, next });
}
