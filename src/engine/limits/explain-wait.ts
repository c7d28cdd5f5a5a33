import { type Executor, queryBuilder } from '../../database/index.js';
import { formatDuration } from '../../platform/index.js';
import type { EngineSchema } from '../schema/tables.js';
import { countSlots } from './limit-rows.js';

/** Why a job waits for a limit. */
export interface Wait {
  key: string;
  kind: 'rate' | 'concurrency' | 'paused';
  untilAt: number;
  /** The bounds of the limit as they were last used. */
  concurrency: number | null;
  emissionUs: number | null;
  burst: number | null;
  slotsHeld: number;
}

/** The wait of a pending job; undefined if it does not wait for a limit, or was woken. */
export async function waitOf(database: Executor, job: { id: string; fence: number }): Promise<Wait | undefined> {
  const [row] = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_limit_waits')
    .leftJoin('cf_limits', (join) =>
      join.onRef('cf_limits.tenant', '=', 'cf_limit_waits.tenant').onRef('cf_limits.key', '=', 'cf_limit_waits.key'),
    )
    .select(['cf_limit_waits.tenant', 'cf_limit_waits.key', 'kind', 'until_at', 'concurrency', 'emission_us', 'burst'])
    .where('job_id', '=', job.id)
    .where('fence', '=', job.fence)
    .where('woken_at', '=', 0)
    .execute();
  if (!row) return undefined;
  const { tenant, key, kind, until_at: untilAt, concurrency, emission_us: emissionUs, burst } = row;
  const [slots] = await countSlots(database, [{ tenant, key }]);
  return { key, kind, untilAt, concurrency, emissionUs, burst, slotsHeld: slots?.held ?? 0 };
}

export function describeWait(wait: Wait, now: number): string {
  const limit = `It waits for the limit of ${wait.key}`;
  if (wait.kind === 'paused') return `${limit}, which allows nothing now. It runs after the limit was changed.`;
  if (wait.kind === 'concurrency') {
    const bounds = `at most ${wait.concurrency} at once, ${wait.slotsHeld} are running`;
    return `${limit}: ${bounds}. It is woken when one of them ends.`;
  }
  const perMinute = Number((60_000_000 / (wait.emissionUs ?? 1)).toPrecision(6));
  const bounds = `${perMinute} per minute, burst ${wait.burst}`;
  const inMs = Math.max(0, wait.untilAt - now);
  return `${limit}: ${bounds}. It may run at ${new Date(wait.untilAt).toISOString()}, in ${formatDuration(inMs)}.`;
}
