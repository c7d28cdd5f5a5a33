import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Requests to the HTTP API that are refused before they reach an operation. */
export const SERVER_ERRORS = {
  UNAUTHORIZED: {
    exit: 1,
    retryable: false,
    explain:
      'The request has no API key, or one that this installation does not know. Send it as `Authorization: Bearer <key>`. A key that was made with another pepper (api_key_pepper, or the file api-keys.pepper of another home) is unknown, too.',
    next: [hint('Create a key with', { action: 'keys.create', arguments: ['NAME'], options: { role: 'Reader' } })],
  },
  API_KEY_REVOKED: {
    exit: 1,
    retryable: false,
    explain: 'The API key was revoked. Ask an administrator for a new one.',
  },
  API_KEY_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No API key of this tenant has this id, and no active one has this name.',
    next: [hint('List the keys with', { action: 'keys.list' })],
  },
  API_KEYS_MISSING: {
    exit: 2,
    retryable: false,
    explain:
      'The server was to listen on an address that other machines can reach, and there is no API key, so everyone could use it or no one could. Create a key first. To serve without any authentication, for example behind a proxy that authenticates, say so explicitly.',
    next: [
      hint('Create a key with', { action: 'keys.create', arguments: ['NAME'], options: { role: 'Admin' } }),
      hint('Or serve without authentication: add', { options: { no_auth: true } }),
    ],
  },
  FORBIDDEN: {
    exit: 1,
    retryable: false,
    explain:
      'The role of the API key does not include the permission for this request, or the request concerns the whole installation and the key belongs to a tenant other than `default`. The attempt is recorded in the event log.',
  },
  READ_ONLY: {
    exit: 1,
    retryable: false,
    explain: 'The server was started for reading only. Requests that change something are refused.',
  },
  HOST_NOT_ALLOWED: {
    exit: 1,
    retryable: false,
    explain:
      'The Host header of the request is a name that the server was not told about. This protects against DNS rebinding, where a web page reaches a local server under a name of its own. Add the name to http_hosts, or use the address itself.',
  },
  ORIGIN_NOT_ALLOWED: {
    exit: 1,
    retryable: false,
    explain:
      'A browser sent the request from a page of another site. Such requests are refused, because they could use the session of a user without asking.',
  },
  ROUTE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'The API has no such path. /openapi.json and /docs list all of them.',
  },
  METHOD_NOT_ALLOWED: {
    exit: 1,
    retryable: false,
    explain: 'The path exists, but not with this method. The Allow header lists the methods.',
  },
  IDEMPOTENCY_CONFLICT: {
    exit: 3,
    retryable: false,
    explain:
      'The Idempotency-Key of the request was used for a different request within the last 24 hours, or the same request still runs. Use a new key for each request, and the same key only to repeat it.',
  },
  PRECONDITION_FAILED: {
    exit: 3,
    retryable: false,
    explain:
      'The If-Match header names another version than the current one: something else changed it meanwhile. Nothing was changed. Read it again, and repeat the change with the new ETag.',
  },
  REQUEST_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'The body of the request is larger than the server accepts. JSON bodies may have as much as max_payload_bytes and a little more, uploads as much as http_max_upload_bytes.',
  },
  TOO_MANY_CONNECTIONS: {
    exit: 75,
    retryable: true,
    explain:
      'The server has as many open connections as http_max_connections allows. Reuse connections, or try again later.',
  },
  REQUEST_TIMEOUT: {
    exit: 75,
    retryable: true,
    explain: 'The body of the request did not arrive in time.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    exit: 1,
    retryable: false,
    explain:
      'The body of the request has another Content-Type than the route reads; most routes read application/json.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
