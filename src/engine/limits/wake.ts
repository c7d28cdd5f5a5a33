import { sql } from 'kysely';
import { type Database, type Executor, queryBuilder, type TransactionScope } from '../../database/index.js';
import type { EngineSchema } from '../schema/tables.js';
import { notifyWorkers } from '../stores/postgres/channel.js';
import { countSlots, type LimitName } from './limit-rows.js';

/** A woken job that is not claimed within this time does not keep the slot from others: its queue may be paused. */
const MAX_WOKEN_MS = 5_000;

/** Wakes as many jobs as the limit has free slots. Returns how many. */
export async function wakeForSlots(database: Database, name: LimitName): Promise<number> {
  const woken = await database.transaction(async (tx) => {
    const concurrency = await lockedConcurrency(tx, name);
    if (concurrency === null) return 0;
    const [slots] = await countSlots(tx, [name]);
    const free = concurrency - (slots?.held ?? 0) - (await countWoken(tx, name));
    if (free <= 0) return 0;
    const first = await validWaits(tx, name)
      .select('cf_limit_waits.job_id')
      .where('kind', '=', 'concurrency')
      .where('woken_at', '=', 0)
      .orderBy('cf_limit_waits.priority')
      .orderBy('cf_limit_waits.run_at')
      .orderBy('cf_limit_waits.job_id')
      .limit(free)
      .execute();
    return wake(
      tx,
      first.map((wait) => wait.job_id),
    );
  });
  if (woken > 0) await notifyWorkers(database);
  return woken;
}

/** Wakes all jobs that wait for a limit, because it has changed. They get new places. */
export async function wakeAll(tx: TransactionScope, name: LimitName): Promise<void> {
  const waits = await validWaits(tx, name).select('cf_limit_waits.job_id').execute();
  const woken = await wake(
    tx,
    waits.map((wait) => wait.job_id),
  );
  if (woken > 0) await notifyWorkers(tx);
}

/** The lock makes this wait for admissions that have counted the slots and not yet committed. */
async function lockedConcurrency(tx: TransactionScope, { tenant, key }: LimitName): Promise<number | null> {
  const [row] = await queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_limits')
    .select('concurrency')
    .where('tenant', '=', tenant)
    .where('key', '=', key)
    .$if(tx.dialect === 'postgres', (query) => query.forUpdate())
    .execute();
  return row?.concurrency ?? null;
}

async function countWoken(tx: Executor, name: LimitName): Promise<number> {
  const [row] = await validWaits(tx, name)
    .select(sql<number>`count(*)`.as('count'))
    .where('woken_at', '>', sql<number>`cf_now() - ${MAX_WOKEN_MS}`)
    .execute();
  return Number(row?.count ?? 0);
}

/** Waits of jobs that were not claimed since. */
function validWaits(tx: Executor, { tenant, key }: LimitName) {
  return queryBuilder<EngineSchema>(tx)
    .selectFrom('cf_limit_waits')
    .innerJoin('cf_jobs', (join) =>
      join.onRef('cf_jobs.id', '=', 'cf_limit_waits.job_id').onRef('cf_jobs.fence', '=', 'cf_limit_waits.fence'),
    )
    .where('cf_limit_waits.tenant', '=', tenant)
    .where('cf_limit_waits.key', '=', key)
    .where('status', '=', 'pending');
}

/** The jobs get back the run_at that they had, and so their place in the lane. */
async function wake(tx: TransactionScope, jobIds: readonly string[]): Promise<number> {
  const builder = queryBuilder<EngineSchema>(tx);
  // In parts, since a statement has a maximum number of parameters.
  for (let start = 0; start < jobIds.length; start += 1_000) {
    const ids = jobIds.slice(start, start + 1_000);
    await builder
      .updateTable('cf_jobs')
      .from('cf_limit_waits')
      .set((eb) => ({ run_at: eb.ref('cf_limit_waits.run_at') }))
      .where('cf_jobs.id', 'in', ids)
      .whereRef('cf_limit_waits.job_id', '=', 'cf_jobs.id')
      .where('cf_jobs.status', '=', 'pending')
      .execute();
    await builder
      .updateTable('cf_limit_waits')
      .set((eb) => ({ until_at: eb.ref('run_at'), woken_at: sql<number>`cf_now()` }))
      .where('job_id', 'in', ids)
      .execute();
  }
  return jobIds.length;
}
