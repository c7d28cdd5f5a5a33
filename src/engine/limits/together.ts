import { setImmediate as nextTick } from 'node:timers/promises';
import type { TenantDatabase } from '../../database/index.js';

interface Caller<T> {
  resolve: (value: T | undefined) => void;
  reject: (error: unknown) => void;
}

/** More in one statement are not faster. */
const MAX_PER_RUN = 1_000;

/** Callers that wait for a run, by what they want. An entry exists while a run is under way. */
const LINES = new WeakMap<TenantDatabase, Map<string, Caller<unknown>[]>>();

/**
 * Runs calls that want the same one run at a time. Those that arrive during a run share the next one, so many callers on one row
 * cost as many round trips as one. `run(count)` returns the values of the first callers; the others get undefined.
 */
export function together<T>(
  database: TenantDatabase,
  wanted: string,
  run: (count: number) => Promise<readonly T[]>,
): Promise<T | undefined> {
  const lines = LINES.get(database) ?? new Map<string, Caller<unknown>[]>();
  LINES.set(database, lines);
  return new Promise<T | undefined>((resolve, reject) => {
    const caller = { resolve, reject } as Caller<unknown>;
    const line = lines.get(wanted);
    if (line) return void line.push(caller);
    lines.set(wanted, [caller]);
    void serve(lines, wanted, run);
  });
}

async function serve<T>(
  lines: Map<string, Caller<unknown>[]>,
  wanted: string,
  run: (count: number) => Promise<readonly T[]>,
): Promise<void> {
  const line = lines.get(wanted) ?? [];
  while (line.length > 0) {
    const callers = line.splice(0, MAX_PER_RUN);
    try {
      const values = await run(callers.length);
      callers.forEach(({ resolve }, index) => resolve(values[index]));
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
    // Those that were served and want more join the next run, instead of waiting for it and then for their own.
    await nextTick();
  }
  lines.delete(wanted);
}
