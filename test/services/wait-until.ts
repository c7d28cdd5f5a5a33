import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  /** What is being waited for, for the error message: "PostgreSQL to accept connections". */
  for: string;
  timeoutMs: number;
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
  const deadline = Date.now() + options.timeoutMs;
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
  throw new Error(`waited ${options.timeoutMs} ms for ${options.for}, in vain${evidence}`, { cause: lastError });
}
