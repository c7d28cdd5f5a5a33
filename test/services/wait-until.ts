import { setTimeout as delay } from 'node:timers/promises';

/**
 * Only what is broken is waited for so long: a bound that is near what a thing takes fails on the machine that is busy.
 * A little less than a test may take (vitest.config.ts), so that it ends with the name of what did not come.
 */
export const PATIENCE_MS = 60_000;

export interface WaitOptions {
  /** What is being waited for, for the error message: "PostgreSQL to accept connections". */
  for: string;
  /** For what takes longer by nature, or must be over before. */
  timeoutMs?: number;
  intervalMs?: number;
  /** More to say when the wait was in vain, such as the end of a log. */
  evidence?: () => Promise<string> | string;
}

/** Thrown by a question to end the wait at once: there is nothing left to wait for. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** Asks again and again until the answer is neither false nor undefined; an exception counts as "not yet". */
export async function waitUntil<T>(
  ask: () => Promise<T> | T,
  options: WaitOptions,
): Promise<Exclude<T, false | undefined>> {
  const { timeoutMs = PATIENCE_MS } = options;
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  do {
    try {
      const answer = await ask();
      if (answer !== false && answer !== undefined) return answer as Exclude<T, false | undefined>;
    } catch (error) {
      if (error instanceof GiveUp) throw error;
      lastError = error;
    }
    await delay(options.intervalMs ?? 50);
  } while (Date.now() < deadline);
  const evidence = options.evidence === undefined ? '' : `\n${await options.evidence()}`;
  throw new Error(`waited ${timeoutMs} ms for ${options.for}, in vain${evidence}`, { cause: lastError });
}
