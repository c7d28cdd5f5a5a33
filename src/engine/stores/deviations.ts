import type { JobStatus } from '../job.js';
import type { Deviation, Ending } from '../store.js';

/** How each of these endings came out otherwise than asked, by the statuses that were written under its fence. */
export function deviationsAmong(endings: readonly Ending[], written: ReadonlyMap<string, JobStatus>): Deviation[] {
  return endings.flatMap((ending) => deviationOf(ending, written.get(ending.id)) ?? []);
}

function deviationOf({ id, status }: Ending, written: JobStatus | undefined): Deviation | undefined {
  if (written === undefined) return { id, instead: 'refused' };
  return written === status ? undefined : { id, instead: 'cancelled' };
}
