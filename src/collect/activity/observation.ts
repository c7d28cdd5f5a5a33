import { failureClassOf } from '../../http/index.js';

/**
 * How a source was asked once. `refused`: it responded, but not with a page (4xx). `limited`: it asked to wait. `failed`: it did not respond
 * as it should, which counts for the breaker. `cached` and `stale` needed no request: `stale` is older than it should be.
 */
export const OUTCOMES = ['ok', 'refused', 'limited', 'failed', 'cached', 'stale'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Observation {
  readonly outcome: Outcome;
  /** Of the request; 0 without one. */
  readonly durationMs: number;
  /** For a turn and a token. */
  readonly waitMs: number;
}

/** The upper bounds of the buckets that durations are counted in. Longer ones have their own bucket. */
export const DURATION_BOUNDS_MS = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

/** What a result of a call says. For a page from the cache, no request was sent. */
export function outcomeOfResult(result: unknown): Outcome {
  const { source, failure } = Object(result) as { source?: unknown; failure?: unknown };
  if (failure !== undefined) return 'failed';
  return source === 'cache' ? 'cached' : 'ok';
}

/** Undefined if the error says nothing about the source, such as an abort. */
export function outcomeOfError(error: unknown): Outcome | undefined {
  switch (failureClassOf(error)) {
    case undefined:
    case 'refused':
    case 'not_cached':
      return undefined;
    case 'not_found':
    case 'client':
    case 'too_large':
    case 'bad_content':
      return 'refused';
    case 'rate_limited':
      return 'limited';
    case 'unavailable':
      return (Object(error) as { retryAfterMs?: number }).retryAfterMs === undefined ? 'failed' : 'limited';
    default:
      return 'failed';
  }
}
