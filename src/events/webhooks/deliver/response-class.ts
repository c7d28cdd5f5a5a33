import type { ErrorCode } from '../../../platform/index.js';

/** What the response of a receiver means. */
export type ResponseClass =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly code: ErrorCode; readonly why: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly why: string }
  /** The receiver never wants to hear from us again. */
  | { readonly kind: 'gone'; readonly code: ErrorCode; readonly why: string };

/** Only 2xx is a success. A server that is busy or broken may recover; a request that it refuses stays refused. */
export function responseClass(status: number): ResponseClass {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410)
    return { kind: 'gone', code: 'HTTP_CLIENT_ERROR', why: '410 means that the endpoint is gone for good.' };
  if (status === 429) return { kind: 'retry', code: 'RATE_LIMITED', why: 'The receiver asks for fewer requests.' };
  if (status === 408 || status === 425) {
    return { kind: 'retry', code: 'NETWORK_ERROR', why: 'The receiver was not ready for the request.' };
  }
  if (status >= 500) return { kind: 'retry', code: 'HTTP_SERVER_ERROR', why: 'The receiver has a problem of its own.' };
  if (status >= 300 && status < 400) {
    return {
      kind: 'failed',
      code: 'HTTP_CLIENT_ERROR',
      why: 'Redirects are not followed. Change the URL of the endpoint.',
    };
  }
  return { kind: 'failed', code: 'HTTP_CLIENT_ERROR', why: 'The receiver refuses the request, and would do so again.' };
}
