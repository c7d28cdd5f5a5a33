import { CasparianError } from '../../platform/index.js';

const TIME_LIMIT_MS = 30_000;

/** Lets work end when the time is over, or when the caller is gone. */
export async function withTimeLimit<T>(
  signal: AbortSignal,
  work: (ended: AbortSignal) => Promise<T>,
  limitMs = TIME_LIMIT_MS,
): Promise<T> {
  const timeout = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([signal, timeout]));
  } catch (error) {
    throw timeout.aborted && !signal.aborted ? tooSlow(limitMs, error) : error;
  }
}

function tooSlow(limitMs: number, cause: unknown): CasparianError {
  return new CasparianError('QUERY_FAILED', `The query took more than ${limitMs / 1_000} seconds`, {
    why: 'It was stopped, so that one query cannot hold up the others.',
    next: ['Select fewer rows or columns, or run it on the server.'],
    cause,
  });
}
