/** When a breaker opens, and for how long. */
export const BREAKER = {
  /** In a row. */
  failures: 5,
  firstCooldownMs: 300_000,
  maxCooldownMs: 3_600_000,
  /** Of the cooldown, to either side: sources of one operator are not probed at the same moment. */
  jitter: 0.1,
  /** After a 429 without Retry-After. */
  firstBackoffMs: 2_000,
  maxBackoffMs: 60_000,
  /** A lease of a probe lasts this much longer than its request may take. */
  probeMarginMs: 10_000,
  /** A source that works is not written to more often, however many workers use it. */
  noteSuccessEveryMs: 10_000,
  /** Without a success for this long while jobs wait, a source is stalled. */
  maxStallMs: 900_000,
  maxReasonChars: 500,
} as const;

/** By how often the breaker opened in a row. The last one is for all further times. */
export function cooldownsMs(): number[] {
  const times: number[] = [];
  for (let ms: number = BREAKER.firstCooldownMs; ms < BREAKER.maxCooldownMs; ms *= 2) times.push(ms);
  return [...times, BREAKER.maxCooldownMs];
}
