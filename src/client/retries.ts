import { CasparianApiError } from './api-error.js';

export interface RetryPolicy {
  /** How often a request is tried again; 0 for never. */
  readonly retries: number;
  /** A server that asks for more patience than this gets no other try. */
  readonly maxWaitMs: number;
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 8_000;
/** Statuses of servers and proxies that are overloaded or restart. */
const PASSING = new Set([429, 502, 503, 504]);

/** Which failures another try may not have. */
export interface Repeatable {
  /** Two executions change things once. If not, only a request that was surely not executed is sent again. */
  readonly isIdempotent: boolean;
  readonly signal?: AbortSignal | undefined;
}

export async function withRetries<T>(
  { retries, maxWaitMs }: RetryPolicy,
  { isIdempotent, signal }: Repeatable,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures > retries || !mayPass(error, isIdempotent)) throw error;
      const waitMs = Math.max(error.retryAfterMs ?? 0, backoffMs(failures, Math.random()));
      if (waitMs > maxWaitMs) throw error;
      await pause(waitMs, signal);
    }
  }
}

function mayPass(error: unknown, isIdempotent: boolean): error is CasparianApiError {
  if (!(error instanceof CasparianApiError)) return false;
  const { status, code, retryAfterMs } = error;
  // Refused before anything was done.
  if (status === 429) return true;
  // The first try of this request still runs in the server.
  const isRunning = code === 'IDEMPOTENCY_CONFLICT' && retryAfterMs !== undefined;
  return isIdempotent && (PASSING.has(status) || code === 'NETWORK_ERROR' || isRunning);
}

/** Doubles, and spreads the clients that failed together. */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return full / 2 + (full / 2) * random;
}

/** Rejects with the reason of the signal when that aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
