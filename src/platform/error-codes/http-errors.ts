import { hint } from '../hint.js';
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
  REDIRECT_REFUSED: {
    exit: 1,
    retryable: false,
    explain:
      'A page redirected too often, in a circle, or from https to plain http. The redirect was not followed. Check the URL in a browser and use the address that it ends at.',
  },
  HTTP_BLOCKED: {
    exit: 1,
    retryable: true,
    explain:
      'A service responded with 401, 403 or 451: it does not want this client, or its credentials are missing or wrong. Check the credentials and the terms of the service.',
  },
  HTTP_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'A service responded with 404 or 410: the page does not exist.',
  },
  RESPONSE_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'The body of a response is larger than the limit, as sent or after decompression. The rest was not read. A small body that decompresses to very much is refused, too.',
  },
  RESPONSE_UNREADABLE: {
    exit: 1,
    retryable: true,
    explain:
      'A service responded with success, but the body cannot be used: its compression is damaged or unknown, or a redirect has no usable target.',
  },
  RESPONSE_NOT_CACHED: {
    exit: 3,
    retryable: true,
    explain: 'Only a cached response was wanted, and none is stored that may be used. No request was sent.',
  },
  WEBHOOK_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No webhook endpoint of this tenant has this id or an id that begins with it.',
    next: [hint('List the endpoints with', { action: 'webhook.list' })],
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No webhook delivery of this tenant has this id.',
    next: [hint('List the deliveries with', { action: 'webhook.deliveries' })],
  },
  WEBHOOK_STATE_CONFLICT: {
    exit: 3,
    retryable: false,
    explain:
      'The state of the webhook endpoint does not allow this. For example, a secret cannot be rotated again while an earlier rotation is in its grace period.',
  },
  WEBHOOK_KEY_MISSING: {
    exit: 2,
    retryable: true,
    explain:
      'The secrets of webhooks are stored encrypted, and this machine does not have the key. Set webhook_encryption_key (BPC_WEBHOOK_ENCRYPTION_KEY) to the key of the machine on which the endpoints were added; without the setting, that machine has it in webhook.key in its home. Deliveries are retried meanwhile.',
  },
  WEBHOOK_KEY_WRONG: {
    exit: 2,
    retryable: true,
    explain:
      'The secrets of webhooks were encrypted with another key than this machine has. Give all machines that use this database the same webhook_encryption_key. If the key is lost, rotate the secrets of the endpoints. Deliveries are retried meanwhile.',
  },
  WEBHOOK_SECRET_DAMAGED: {
    exit: 1,
    retryable: false,
    explain:
      'The stored secret of a webhook endpoint cannot be decrypted although the key is right: its row was changed.',
    next: [hint('Give the endpoint a new secret', { action: 'webhook.rotate', arguments: ['ID'] })],
  },
} as const satisfies Record<string, ErrorCodeEntry>;
