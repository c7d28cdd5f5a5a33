import { CasparianError } from '../../platform/index.js';

/** How often something may happen. A rate of 0 pauses it. */
export interface Rate {
  perMinute: number;
  /** How much may happen at once after a pause. The default is 1. */
  burst?: number | undefined;
}

/** A rate as the limiter uses it: integer microseconds, so that nothing drifts. */
export interface Emission {
  /** The time between two tokens. 0 for a rate of 0, which never grants one. */
  emissionUs: number;
  burst: number;
}

const MINUTE_US = 60_000_000;
/** One token a week. A lower rate would overflow the sums of the limiter with a large burst. */
const MIN_PER_MINUTE = 1 / (7 * 24 * 60);
const MAX_BURST = 1_000_000;

/** Checks a rate. Rounded up: a limit is never exceeded, not even by a fraction of a token. */
export function emissionOf({ perMinute, burst = 1 }: Rate): Emission {
  if (perMinute !== 0 && !(perMinute >= MIN_PER_MINUTE && perMinute <= MINUTE_US)) {
    throw invalidRate(
      `The rate cannot be ${perMinute} per minute`,
      `It is 0, or from 1 a week to ${MINUTE_US} a minute.`,
    );
  }
  if (!(Number.isInteger(burst) && burst >= 1 && burst <= MAX_BURST)) {
    throw invalidRate(`The burst cannot be ${burst}`, `It is a whole number from 1 to ${MAX_BURST}.`);
  }
  return { emissionUs: perMinute === 0 ? 0 : Math.ceil(MINUTE_US / perMinute), burst };
}

/** More tokens at once than the burst are never available, so waiting does not help. */
export function requireTokens(n: number, { burst }: Emission): void {
  if (Number.isInteger(n) && n >= 0 && n <= burst) return;
  throw invalidRate(`${n} tokens cannot be taken at once`, `The burst of this limit is ${burst}.`);
}

function invalidRate(what: string, why: string): CasparianError {
  return new CasparianError('OPTION_INVALID', what, { why });
}
