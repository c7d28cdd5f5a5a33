import type { Executor } from '../../database/index.js';
import type { WorkerStatus } from '../../engine/index.js';
import { errorMessage, within } from '../../platform/index.js';

export interface Readiness {
  ready: boolean;
  /** Why it is not ready. Empty if it is. */
  reasons: string[];
}

const PROBE_TIMEOUT_MS = 2_000;

/** Ready means: the worker claims jobs, and the database responds. */
export async function readiness(status: WorkerStatus, database: Executor): Promise<Readiness> {
  const reasons = [
    ...(status.state === 'running' ? [] : [`The worker is ${status.state}.`]),
    ...(await whyUnreachable(database)),
  ];
  return { ready: reasons.length === 0, reasons };
}

/** Why the database cannot be used; empty if it can. */
export async function whyUnreachable(database: Executor): Promise<string[]> {
  return within(PROBE_TIMEOUT_MS, database.query('SELECT 1')).then(
    () => [],
    (error: unknown) => [`The database cannot be reached: ${errorMessage(error)}.`],
  );
}
