import { hostname } from 'node:os';
import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../database/index.js';
import type { JobRecord } from './job.js';
import type { EngineSchema } from './schema/tables.js';
import type { Reach } from './store.js';
import { VERSION } from '../platform/index.js';

export interface WorkerRecord {
  id: string;
  host: string;
  pid: number;
  types: string[];
  queues: string[] | null;
  tenants: string[] | null;
  concurrency: number;
  heartbeatAt: number;
  startedAt: number;
  /** Its last heartbeat is more recent than its lease time. */
  alive: boolean;
}

/** The columns that decide which workers may claim a job. */
type ServedBy = Pick<JobRecord, 'type' | 'queue' | 'tenant'>;

/** Registers a worker and the types it serves. Returns whether another live process uses the same id. */
export async function announceWorker(
  database: Executor,
  worker: { id: string; instance: string; reach: Reach; concurrency: number; leaseMs: number },
): Promise<boolean> {
  const builder = queryBuilder<EngineSchema>(database);
  const now = sql<number>`cf_now()`;
  const others = await builder
    .selectFrom('cf_workers')
    .select('id')
    .where('id', '=', worker.id)
    .where('instance', '<>', worker.instance)
    .where('heartbeat_at', '>', sql<number>`${now} - lease_ms`)
    .execute();
  const row = {
    id: worker.id,
    instance: worker.instance,
    host: hostname(),
    pid: process.pid,
    version: VERSION,
    types: JSON.stringify(announcedTypes(worker.reach)),
    queues: worker.reach.queues ? JSON.stringify(worker.reach.queues) : null,
    tenants: worker.reach.tenants ? JSON.stringify(worker.reach.tenants) : null,
    concurrency: worker.concurrency,
    lease_ms: worker.leaseMs,
    heartbeat_at: now,
  };
  await builder
    .insertInto('cf_workers')
    .values({ ...row, started_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  return others.length > 0;
}

/** A worker for a single job announces no types: other jobs must not wait for it. */
function announcedTypes({ types, only }: Reach): readonly string[] {
  return only && 'job' in only ? [] : types;
}

export async function forgetWorker(database: Executor, id: string, instance: string): Promise<void> {
  await queryBuilder<EngineSchema>(database)
    .deleteFrom('cf_workers')
    .where('id', '=', id)
    .where('instance', '=', instance)
    .execute();
}

/**
 * Marks a worker as dead, for callers that know that it is. Its leases expire now, so that the next worker rescues its
 * jobs and charges the crash.
 */
export async function declareDead(database: Executor, id: string): Promise<void> {
  const builder = queryBuilder<EngineSchema>(database);
  await builder
    .updateTable('cf_jobs')
    .set({ lease_expires_at: sql<number>`cf_now() - 1` })
    .where('status', '=', 'running')
    .where('lease_owner', '=', id)
    .execute();
  await builder.deleteFrom('cf_workers').where('id', '=', id).execute();
}

/** How many workers are alive, of any kind. */
export async function liveWorkers(database: Executor): Promise<number> {
  const [row] = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_workers')
    .select(sql<number>`count(*)`.as('count'))
    .where('heartbeat_at', '>', sql<number>`cf_now() - lease_ms`)
    .execute();
  return Number(row?.count ?? 0);
}

export async function listWorkers(database: Executor): Promise<WorkerRecord[]> {
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_workers')
    .selectAll()
    .select(sql<number>`CASE WHEN heartbeat_at > cf_now() - lease_ms THEN 1 ELSE 0 END`.as('alive'))
    .orderBy('id')
    .execute();
  const list = (text: string | null): string[] | null => (text === null ? null : (JSON.parse(text) as string[]));
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    pid: row.pid,
    types: list(row.types) ?? [],
    queues: list(row.queues),
    tenants: list(row.tenants),
    concurrency: row.concurrency,
    heartbeatAt: row.heartbeat_at,
    startedAt: row.started_at,
    alive: row.alive === 1,
  }));
}

/** Whether a live worker serves jobs like this one. */
export async function isServed(database: Executor, job: ServedBy): Promise<boolean> {
  return (await listWorkers(database)).some((worker) => worker.alive && serves(worker, job));
}

/** Whether the worker serves jobs like this one. */
export function serves(worker: WorkerRecord, job: ServedBy): boolean {
  return (
    worker.types.includes(job.type) &&
    (worker.queues?.includes(job.queue) ?? true) &&
    (worker.tenants?.includes(job.tenant) ?? true)
  );
}
