import { sql } from 'kysely';
import {
  queryBuilder,
  tenantDatabase,
  type TenantExecutor,
  type TenantTransaction,
  tenantTransaction,
  textsIn,
} from '../../database/index.js';
import type { Engine } from '../../engine/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { enqueueParses } from './enqueue-parses.js';
import type { PlanReport } from './plan-report.js';
import { lockRevision } from '../schema/revision.js';
import { readRoutes, type Routes } from './routes.js';
import {
  releaseToParsers,
  type NewParse,
  type PlannedFile,
  recordParses,
  type PlannedJob,
  jobsOfCopies,
  sharedJobKey,
  type WantedParse,
  withOwnRows,
  withoutJob,
} from './wanted-parses.js';

/** Others wait until a transaction ends: workers on SQLite, scans on both databases. */
const FILES_PER_TRANSACTION = 1_000;

const NOTHING_PLANNED: PlanReport = {
  ...{ jobsCreated: 0, alreadyProcessed: 0, builtinJobs: 0, withoutReader: 0 },
  ...{ unrouted: 0, unroutedExample: null },
};

/**
 * Creates a job for every matching file and parser without a job for the file's present content. Planners take turns,
 * so each job is created once.
 *
 * A file that changed while its job was waiting gets another job, and the ledger names the new one. The older job
 * detects this when it runs or commits, and ends without output.
 */
export async function planJobs(engine: Engine, tenant: string): Promise<PlanReport> {
  const report = { ...NOTHING_PLANNED };
  let routes: CurrentRoutes | undefined;
  while (await hasUnplanned(tenantDatabase(engine.database, tenant))) {
    const planned = await engine.transaction(async (scope) => {
      const tx = tenantTransaction(scope, tenant);
      routes = await currentRoutes(tx, routes);
      return planBatch(engine, tx, routes);
    });
    report.jobsCreated += planned.jobsCreated;
    report.alreadyProcessed += planned.alreadyProcessed;
    report.builtinJobs += planned.builtinJobs;
    report.withoutReader += planned.withoutReader;
    report.unrouted += planned.unrouted;
    report.unroutedExample ??= planned.unroutedExample;
  }
  return report;
}

/** Checked without the lock: usually there is nothing to plan, and then no other planner has to wait. */
async function hasUnplanned(database: TenantExecutor): Promise<boolean> {
  const { tenant } = database;
  const { rows } = await sql`
    SELECT 1 FROM cf_files WHERE tenant = ${tenant} AND missing_at IS NULL
      AND planned_revision < (SELECT revision FROM cf_routing WHERE tenant = ${tenant}) LIMIT 1`.execute(
    queryBuilder<PipelineSchema>(database),
  );
  return rows.length > 0;
}

interface CurrentRoutes {
  readonly revision: number;
  readonly routes: Routes;
}

/** No other planner runs until the transaction ends, and the routes do not change. */
async function currentRoutes(tx: TenantTransaction, known: CurrentRoutes | undefined): Promise<CurrentRoutes> {
  const revision = await lockRevision(tx);
  return known?.revision === revision ? known : { revision, routes: await readRoutes(tx) };
}

async function planBatch(
  engine: Engine,
  tx: TenantTransaction,
  { revision, routes }: CurrentRoutes,
): Promise<PlanReport> {
  const files = await unplannedFiles(tx, revision);
  const report = await planFiles(engine, tx, files, routes);
  await markPlanned(tx, files, revision);
  return report;
}

/** Sorted by path, so that the first file by name defines the columns of a dataset. */
async function unplannedFiles(tx: TenantTransaction, revision: number): Promise<PlannedFile[]> {
  const files = await queryBuilder<PipelineSchema>(tx)
    .selectFrom('cf_files')
    .select(['id', 'path', 'hash', 'tags'])
    .where('tenant', '=', tx.tenant)
    .where('missing_at', 'is', null)
    .where('planned_revision', '<', revision)
    .orderBy('planned_revision')
    .limit(FILES_PER_TRANSACTION)
    .execute();
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function markPlanned(tx: TenantTransaction, files: readonly PlannedFile[], revision: number): Promise<void> {
  const ids = files.map(({ id }) => id);
  await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_files')
    .set({ planned_revision: revision })
    .where('tenant', '=', tx.tenant)
    .where('id', 'in', textsIn(tx.dialect, ids))
    .execute();
}

async function planFiles(
  engine: Engine,
  tx: TenantTransaction,
  files: readonly PlannedFile[],
  routes: Routes,
): Promise<PlanReport> {
  const routed = files.map((file) => ({ file, ...routes(file) }));
  const unrouted = routed.filter(({ parsers, lacksReader }) => parsers.length === 0 && !lacksReader);
  const unread = {
    withoutReader: routed.filter(({ lacksReader }) => lacksReader).length,
    ...{ unrouted: unrouted.length, unroutedExample: unrouted[0]?.file.path ?? null },
  };
  await releaseToParsers(
    tx,
    routed.filter(({ parsers }) => parsers.some(({ dataset }) => dataset === undefined)).map(({ file }) => file),
  );
  const wanted = routed.flatMap(({ file, parsers }) => parsers.map((parser) => ({ file, parser })));
  const open = await withoutJob(tx, wanted);
  if (open.length === 0) return { ...NOTHING_PLANNED, ...unread };
  const shared = await jobsOfCopies(tx, open);
  const owners = await withOwnRows(tx, open);
  const copies = open.filter((one) => !owners.has(one) && !shared.has(sharedJobKey(one)));
  const due = [...owners, ...firstOfEachContent(copies, owners)];
  const enqueued = await enqueueParses(engine, tx, due);
  const jobs = new Map(due.map((one, index) => [one, enqueued[index] as PlannedJob]));
  for (const [one, job] of jobs) if (!shared.has(sharedJobKey(one))) shared.set(sharedJobKey(one), job);
  await recordParses(
    tx,
    open.map((one) => parseOf(one, jobs.get(one) ?? shared.get(sharedJobKey(one)))),
  );
  const builtinJobs = due.filter(({ parser }) => parser.dataset !== undefined).length;
  return { jobsCreated: due.length, alreadyProcessed: open.length - due.length, builtinJobs, ...unread };
}

/**
 * Copies that are planned together also need only one job, or none if a file that needs its own job has the same
 * content.
 */
function firstOfEachContent(copies: readonly WantedParse[], owners: ReadonlySet<WantedParse>): WantedParse[] {
  const taken = new Set([...owners].map(sharedJobKey));
  const firsts: WantedParse[] = [];
  for (const one of copies) {
    if (!taken.has(sharedJobKey(one))) firsts.push(one);
    taken.add(sharedJobKey(one));
  }
  return firsts;
}

function parseOf({ file, parser }: WantedParse, job: PlannedJob | undefined): NewParse {
  if (!job) throw new Error(`no job was planned for ${file.path}`);
  const { job_id, version, source_hash } = job;
  const dataset = parser.dataset ?? null;
  return { file_id: file.id, parser: parser.name, content_hash: file.hash, version, source_hash, job_id, dataset };
}
