import { queryBuilder, type TransactionScope } from '../../database/index.js';
import type { EngineSchema } from '../schema/tables.js';
import type { ClaimedJob } from '../store.js';
import type { Verdict } from './decide-admission.js';
import type { LimitName } from './limit-rows.js';

/** Without a known time, a job is looked at again after this: a safeguard, since wake-ups are what starts it. */
const SAFEGUARD_MS = 600_000;

interface EarlierWait extends LimitName {
  run_at: number;
}

export async function earlierWaits(
  tx: TransactionScope,
  applicants: readonly { job: ClaimedJob }[],
): Promise<Map<string, EarlierWait>> {
  const rows = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_limit_waits')
    .select(['job_id', 'tenant', 'key', 'run_at'])
    .where(
      'job_id',
      'in',
      applicants.map(({ job }) => job.id),
    )
    .execute();
  return new Map(rows.map((row) => [row.job_id, row]));
}

type NewWait = EngineSchema['cf_limit_waits'];

export function waitsOf(
  applicants: readonly { job: ClaimedJob }[],
  verdicts: readonly Verdict[],
  { waits, nowUs, random }: { waits: ReadonlyMap<string, EarlierWait>; nowUs: number; random: () => number },
): NewWait[] {
  return applicants.flatMap(({ job }, index) => {
    const verdict = verdicts[index] as Verdict;
    if (verdict.granted) return [];
    const { tenant, key } = verdict.limit;
    // Places in line are one emission apart. Only the safeguard needs jitter.
    const safeguard = nowUs / 1_000 + SAFEGUARD_MS * (1 + random() / 10);
    const untilAt = Math.ceil(verdict.untilUs === null ? safeguard : verdict.untilUs / 1_000);
    const runAt = waits.get(job.id)?.run_at ?? job.runAt;
    const place = { priority: job.priority, run_at: runAt, until_at: untilAt, woken_at: 0 };
    return [{ job_id: job.id, fence: job.fence, tenant, key, kind: verdict.kind, ...place }];
  });
}

/** Returns the jobs to the queue, and when each of them may try again. */
export async function park(
  tx: TransactionScope,
  owner: string,
  waits: readonly NewWait[],
): Promise<Map<string, number>> {
  if (waits.length === 0) return new Map();
  const builder = queryBuilder<EngineSchema>(tx);
  const ids = waits.map((wait) => wait.job_id);
  await removeWaits(tx, ids);
  await builder.insertInto('cf_limit_waits').values(waits).execute();
  const parked = await builder
    .updateTable('cf_jobs')
    .from('cf_limit_waits')
    .set((eb) => ({
      status: 'pending',
      run_at: eb.ref('cf_limit_waits.until_at'),
      lease_owner: null,
      lease_expires_at: null,
    }))
    .where('cf_jobs.id', 'in', ids)
    .whereRef('cf_limit_waits.job_id', '=', 'cf_jobs.id')
    .whereRef('cf_limit_waits.fence', '=', 'cf_jobs.fence')
    .where('cf_jobs.lease_owner', '=', owner)
    .where('cf_jobs.status', '=', 'running')
    .where('cf_jobs.cancel_requested_at', 'is', null)
    .returning(['cf_jobs.id as id', 'cf_jobs.run_at as until_at'])
    .execute();
  return new Map(parked.map((row) => [row.id, row.until_at]));
}

export async function removeWaits(tx: TransactionScope, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await queryBuilder<EngineSchema>(tx).deleteFrom('cf_limit_waits').where('job_id', 'in', jobIds).execute();
}
