import { type CasparianError, errorMessage, type ErrorCode, ERROR_CODES, isErrorCode } from '../platform/index.js';
import type { Failure } from './ending.js';

/** The error codes for errors of the operating system; they determine whether to retry. */
const SYSTEM_CODES: Readonly<Record<string, ErrorCode>> = {
  ECONNREFUSED: 'NETWORK_ERROR',
  ECONNRESET: 'NETWORK_ERROR',
  ECONNABORTED: 'NETWORK_ERROR',
  ETIMEDOUT: 'NETWORK_ERROR',
  EPIPE: 'NETWORK_ERROR',
  ENOTFOUND: 'NETWORK_ERROR',
  EAI_AGAIN: 'NETWORK_ERROR',
  EHOSTUNREACH: 'NETWORK_ERROR',
  ENETUNREACH: 'NETWORK_ERROR',
  UND_ERR_CONNECT_TIMEOUT: 'NETWORK_ERROR',
  UND_ERR_HEADERS_TIMEOUT: 'NETWORK_ERROR',
  UND_ERR_BODY_TIMEOUT: 'NETWORK_ERROR',
  UND_ERR_SOCKET: 'NETWORK_ERROR',
  ENOENT: 'INPUT_MISSING',
  ENOTDIR: 'INPUT_MISSING',
  EACCES: 'NOT_PERMITTED',
  EPERM: 'NOT_PERMITTED',
};

/** Causes of causes are followed this far; some are circular. */
const MAX_CAUSES = 10;

/** Decides whether the error of a handler is worth another attempt. Unknown errors are: most of them are temporary. */
export function classify(error: unknown): Failure {
  try {
    return classifyLegible(error);
  } catch {
    // Anything can be thrown, even an object that throws when it is read. The attempt must end all the same.
    return { code: 'HANDLER_ERROR', message: 'The handler threw something that cannot be read', retryable: true };
  }
}

function classifyLegible(error: unknown): Failure {
  const code = codeOf(error);
  const { retryable } = isOurs(error) ? error : ERROR_CODES[code];
  return {
    code,
    message: errorMessage(error) || code,
    detail: detailOf(error),
    ...(isOurs(error) ? { why: error.why, next: error.next, phase: error.phase, facts: error.facts } : {}),
    retryable,
    retryAfterMs: retryAfterMs(error),
  };
}

function codeOf(error: unknown, causesLeft = MAX_CAUSES): ErrorCode {
  if (isOurs(error)) return error.code;
  const status = httpStatus(error);
  if (status !== undefined) return codeOfHttpStatus(status);
  if (error instanceof Error && error.name === 'TimeoutError') return 'NETWORK_ERROR';
  const code = property(error, 'code');
  if (typeof code === 'string' && Object.hasOwn(SYSTEM_CODES, code)) return SYSTEM_CODES[code] ?? 'HANDLER_ERROR';
  // fetch() wraps the system's error, which is more precise than "fetch failed".
  const cause = property(error, 'cause');
  return cause instanceof Error && causesLeft > 0 ? codeOf(cause, causesLeft - 1) : 'HANDLER_ERROR';
}

/** By its shape, not its class: the error may come from another copy of this package. */
function isOurs(error: unknown): error is CasparianError {
  const code = property(error, 'code');
  return typeof code === 'string' && isErrorCode(code) && typeof property(error, 'retryable') === 'boolean';
}

function codeOfHttpStatus(status: number): ErrorCode {
  if (status === 429) return 'RATE_LIMITED';
  if (status === 408) return 'NETWORK_ERROR';
  return status >= 500 ? 'HTTP_SERVER_ERROR' : 'HTTP_CLIENT_ERROR';
}

/** HTTP clients put the status on the error itself or on its response. */
function httpStatus(error: unknown): number | undefined {
  const candidates = [
    property(error, 'status'),
    property(error, 'statusCode'),
    property(property(error, 'response'), 'status'),
  ];
  return candidates.find((value): value is number => typeof value === 'number' && value >= 400 && value < 600);
}

function retryAfterMs(error: unknown): number | undefined {
  const value = property(error, 'retryAfterMs');
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined;
}

/** The detail that the error provides, such as the output of a child process; otherwise its stack. */
function detailOf(error: unknown): string | undefined {
  const detail = property(error, 'detail') ?? (error instanceof Error ? property(error, 'stack') : undefined);
  return typeof detail === 'string' ? detail : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
