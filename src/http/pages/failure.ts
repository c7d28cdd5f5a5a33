import { CasparianError, type ErrorCode } from '../../platform/index.js';
import { firstHeader, type HeaderLines } from '../message/header-lines.js';
import { retryAfterMs } from '../retry-after.js';

/** What kind of failure a request ended with. It decides whether the source is sick, busy, or not concerned. */
export type FailureClass =
  | 'network'
  | 'timeout'
  | 'server'
  | 'unavailable'
  | 'rate_limited'
  | 'blocked'
  | 'not_found'
  | 'client'
  | 'too_large'
  | 'bad_content'
  | 'refused'
  | 'not_cached';

export const CLASS_OF_CODE: { readonly [code in ErrorCode]?: FailureClass } = {
  NETWORK_ERROR: 'network',
  HTTP_SERVER_ERROR: 'server',
  RATE_LIMITED: 'rate_limited',
  HTTP_BLOCKED: 'blocked',
  HTTP_NOT_FOUND: 'not_found',
  HTTP_CLIENT_ERROR: 'client',
  RESPONSE_TOO_LARGE: 'too_large',
  RESPONSE_UNREADABLE: 'bad_content',
  URL_REFUSED: 'refused',
  ADDRESS_REFUSED: 'refused',
  REDIRECT_REFUSED: 'refused',
  RESPONSE_NOT_CACHED: 'not_cached',
};

/** The class of an error that `fetchPage` failed with. Undefined for errors of other kinds, such as an abort. */
export function failureClassOf(error: unknown): FailureClass | undefined {
  if (!(error instanceof CasparianError)) return undefined;
  if (error.code === 'NETWORK_ERROR' && error.phase === 'timeout') return 'timeout';
  if (error.code === 'HTTP_SERVER_ERROR' && error.facts?.['status'] === 503) return 'unavailable';
  return CLASS_OF_CODE[error.code];
}

/** The error for a response that is not a page. Names the host alone: a path or query can contain a token. */
export function statusFailure(url: string, status: number, headers: HeaderLines, now: number): CasparianError {
  const { code, why, phase } = meaningOf(status);
  return new CasparianError(code, `${new URL(url).host} responded with ${status}`, {
    why,
    phase,
    retryAfterMs: retryAfterMs(firstHeader(headers, 'retry-after'), now),
    facts: { status },
  });
}

function meaningOf(status: number): { code: ErrorCode; why: string; phase?: string } {
  if (status === 429) return { code: 'RATE_LIMITED', why: 'It wants fewer requests.' };
  if (status === 408)
    return { code: 'NETWORK_ERROR', why: 'It did not receive the request in time.', phase: 'timeout' };
  if (status === 404 || status === 410) return { code: 'HTTP_NOT_FOUND', why: 'The page does not exist.' };
  if (status === 401 || status === 403 || status === 451) {
    return { code: 'HTTP_BLOCKED', why: 'It does not give this page to this client.' };
  }
  if (status === 503) return { code: 'HTTP_SERVER_ERROR', why: 'It is overloaded or being maintained.' };
  if (status >= 500) return { code: 'HTTP_SERVER_ERROR', why: 'It failed to create the page.' };
  if (status >= 400) return { code: 'HTTP_CLIENT_ERROR', why: 'It considers the request to be wrong.' };
  return { code: 'RESPONSE_UNREADABLE', why: 'This status comes without a page.' };
}

export function tooLarge(url: string, why: string): CasparianError {
  return new CasparianError('RESPONSE_TOO_LARGE', `The response of ${new URL(url).host} is too large`, { why });
}

export function unreadable(url: string, why: string, cause?: unknown): CasparianError {
  return new CasparianError('RESPONSE_UNREADABLE', `The response of ${new URL(url).host} cannot be used`, {
    why,
    cause,
  });
}
