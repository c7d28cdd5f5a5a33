import { setTimeout as delay } from 'node:timers/promises';

/**
 * Only a broken test waits that long; a bound close to the usual duration would fail on a busy machine. Slightly less than
 * the limit of a test (vitest.config.ts), so that the error names the missing event.
 */
export const PATIENCE_MS = 60_000;

export interface WaitOptions {
  /** The awaited event, for the error message: "PostgreSQL to accept connections". */
  for: string;
  /** For events that take longer, or must happen sooner. */
  timeoutMs?: number;
  intervalMs?: number;
  /** More details for the error message, such as the end of a log. */
  evidence?: () => Promise<string> | string;
}

/** Thrown by the condition to end the wait immediately. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** Polls until the result is neither false nor undefined; an exception counts as "not yet". */
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
  throw new Error(`timed out after ${timeoutMs} ms waiting for ${options.for}${evidence}`, { cause: lastError });
}
