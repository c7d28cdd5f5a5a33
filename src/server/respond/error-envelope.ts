import {
  CasparianError,
  errorJson,
  type ErrorFacts,
  type ErrorJson,
  errorMessage,
  type Logger,
} from '../../platform/index.js';
import { httpStatus } from './http-status.js';

/** The one form of all errors of the API: what the command line prints, and the id of the request. */
export interface ErrorEnvelope {
  readonly error: ErrorJson & { readonly correlation_id: string; readonly details?: ErrorFacts };
}

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorEnvelope;
}

/** An error as the response to a request. The details of unexpected errors stay in the log. */
export function errorResponse(error: unknown, correlationId: string, logger: Logger): ErrorResponse {
  const known = hasNul(error)
    ? nulRefused(error)
    : error instanceof CasparianError
      ? error
      : unexpected(error, correlationId, logger);
  const { retryAfterMs, facts } = known;
  const details = facts === undefined ? {} : { details: facts };
  const status = httpStatus(known.code);
  return {
    status,
    headers: {
      ...(retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) }),
      // RFC 9110 demands it of every 401. Browsers do not ask for a password because of this scheme.
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: { error: { ...errorJson(known), correlation_id: correlationId, ...details } },
  };
}

/** PostgreSQL's code for a text that it cannot store: one with a NUL character. SQLite stores it. */
function hasNul(error: unknown): boolean {
  if (!(error instanceof CasparianError) || error.code !== 'DATABASE_ERROR') return false;
  return (error.cause as { code?: unknown } | undefined)?.code === '22021';
}

function nulRefused(cause: unknown): CasparianError {
  return new CasparianError('VALIDATION_ERROR', 'A text of the request contains the NUL character', {
    why: 'PostgreSQL cannot store it.',
    next: ['Send the request without it.'],
    cause,
  });
}

function unexpected(error: unknown, correlationId: string, logger: Logger): CasparianError {
  const stack = error instanceof Error ? error.stack : undefined;
  logger.error({ correlation_id: correlationId, error: errorMessage(error), stack }, 'A request failed unexpectedly');
  return new CasparianError('INTERNAL', 'The request failed because of a mistake in the server', {
    next: [`Look for ${correlationId} in the log of the server, and report it.`],
  });
}
