import type { ErrorCodeEntry } from './error-code-entry.js';

/** Requests to addresses that users choose, and webhooks. */
export const HTTP_ERRORS = {
  URL_REFUSED: {
    exit: 2,
    retryable: false,
    explain:
      'Requests to this URL are never sent: it is not https, it contains credentials or a fragment, or it is not a URL. Plain http is permitted together with private addresses (allow_private_addresses).',
  },
  ADDRESS_REFUSED: {
    exit: 2,
    retryable: false,
    explain:
      'The host of the URL has an address that is not public: loopback, private, link-local, multicast, or one that maps or translates to such an address. Requests to it could reach services inside the network. allow_private_addresses permits loopback and private addresses, for development and closed networks.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
