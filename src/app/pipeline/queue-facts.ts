import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import { type EngineSchema, isAmong } from '../../engine/index.js';
import type { PipelineSchema } from '../../pipeline/index.js';
import type { DrainReach } from '../worker-host/drain.js';

export interface Leftovers {
  /** Jobs that failed and get another attempt later, and how long until the first of them is due. */
  readonly waiting: { readonly count: number; readonly dueInMs: number };
  /** Jobs that others hold, and how long until the last of them is free if its holder died. */
  readonly elsewhere: { readonly count: number; readonly freeInMs: number };
  /** Jobs in paused queues. */
  readonly paused: number;
}

const DONE = ['completed', 'completed_with_warnings'] as const;

/** What a run leaves behind, and why. */
export async function leftoversOf(database: Executor, { types, owner, only }: DrainReach): Promise<Leftovers> {
  const isPaused = sql<number>`CASE WHEN queue IN (SELECT name FROM cf_queues WHERE paused_at IS NOT NULL) THEN 1 ELSE 0 END`;
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select(['status', isPaused.as('paused'), sql<number>`count(*)`.as('count')])
    .select([
      sql<number>`min(run_at) - cf_now()`.as('due_in_ms'),
      sql<number | null>`max(lease_expires_at) - cf_now()`.as('free_in_ms'),
    ])
    .where('type', 'in', types)
    .where((eb) =>
      eb.or([eb('status', '=', 'pending'), eb.and([eb('status', '=', 'running'), eb('lease_owner', '<>', owner)])]),
    )
    .where((eb) =>
      eb.or([eb('status', '=', 'running'), eb('run_at', '>', sql<number>`cf_now()`), eb(isPaused, '=', 1)]),
    )
    .$call((query) => (only ? query.where(isAmong(only, database.dialect)) : query))
    .groupBy(['status', sql`2`])
    .execute();
  const waiting = rows.find(({ status, paused }) => status === 'pending' && paused === 0);
  const elsewhere = rows.filter(({ status }) => status === 'running');
  return {
    waiting: { count: waiting?.count ?? 0, dueInMs: Math.max(0, waiting?.due_in_ms ?? 0) },
    elsewhere: {
      count: elsewhere.reduce((sum, { count }) => sum + count, 0),
      freeInMs: Math.max(0, ...elsewhere.map(({ free_in_ms }) => free_in_ms ?? 0)),
    },
    paused: rows.find(({ status, paused }) => status === 'pending' && paused === 1)?.count ?? 0,
  };
}

/**
 * Files for which nothing was left to do: their rows stand for the content they have, and were there before, or are those
 * of another file with the same content.
 */
export async function countStanding(
  database: Executor,
  { before, parser }: { before: number; parser: string | undefined },
): Promise<number> {
  const jobId = database.dialect === 'sqlite' ? sql`parse.job_id` : sql`CAST(parse.job_id AS UUID)`;
  const [row] = await queryBuilder<PipelineSchema & EngineSchema>(database)
    .selectFrom('cf_files as file')
    .innerJoin('cf_file_parses as parse', (join) =>
      join.onRef('parse.file_id', '=', 'file.id').onRef('parse.content_hash', '=', 'file.hash'),
    )
    // A job that was pruned had come to an end.
    .leftJoin('cf_jobs as job', (join) => join.on(sql<boolean>`job.id = ${jobId}`))
    .select(sql<number>`count(DISTINCT file.id)`.as('count'))
    .where('file.missing_at', 'is', null)
    .where((eb) => eb.or([eb('job.status', 'is', null), eb('job.status', 'in', DONE)]))
    .where((eb) =>
      eb.or([
        eb('job.finished_at', 'is', null),
        eb('job.finished_at', '<', before),
        eb(sql<string>`job.payload ->> 'file_id'`, '<>', eb.ref('file.id')),
      ]),
    )
    .$if(parser !== undefined, (query) => query.where('parse.parser', '=', parser ?? ''))
    .execute();
  return Number(row?.count ?? 0);
}

/** Files that have no rows because the job that stands for them failed for good. */
export async function countFailed(database: Executor, parser: string | undefined): Promise<number> {
  const [row] = await queryBuilder<PipelineSchema & EngineSchema>(database)
    .selectFrom('cf_jobs as job')
    .innerJoin('cf_file_parses as parse', (join) =>
      join.on(sql<boolean>`parse.job_id = ${database.dialect === 'sqlite' ? sql`job.id` : sql`CAST(job.id AS TEXT)`}`),
    )
    .select(sql<number>`count(DISTINCT parse.file_id)`.as('count'))
    // Spelled like the condition of the index that holds these jobs alone.
    .where((eb) => eb.or([eb('job.status', '=', 'failed'), eb('job.status', '=', 'dead_letter')]))
    .$if(parser !== undefined, (query) => query.where('parse.parser', '=', parser ?? ''))
    .execute();
  return Number(row?.count ?? 0);
}

/** The time, by the clock that jobs are dated by. */
export async function databaseTime(database: Executor): Promise<number> {
  const [row] = await database.query<{ now: number }>('SELECT cf_now() AS now');
  return row?.now ?? Date.now();
}
