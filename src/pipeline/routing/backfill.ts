import type { RoutedParser } from '../builtin/builtin-parser.js';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { queryBuilder, type TenantExecutor, tenantTransaction } from '../../database/index.js';
import type { Engine } from '../../engine/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { parsersNow } from './parsers-now.js';
import { type EarlierParse, renewParses } from './renew-parses.js';
import { recordEvent } from '../../events/index.js';
import { lockRevision } from '../schema/revision.js';

export interface BackfillPlan {
  readonly parser: string;
  /** The current version, which would read the files. */
  readonly version: string;
  /** Empty for the built-in readers, which have a contract for each dataset. */
  readonly sourceHash: string;
  readonly files: number;
  readonly bytes: number;
  readonly byVersion: readonly BackfilledVersion[];
  /** Some of the paths. */
  readonly examples: readonly string[];
}

export interface BackfilledVersion {
  readonly version: string;
  /** The dataset whose contract has the hash; absent with a registered parser. */
  readonly dataset?: string;
  readonly sourceHash: string;
  readonly files: number;
  readonly bytes: number;
}

/** Which files are read again. */
export interface BackfillSelection {
  /** Those whose last job failed, whatever version it used. */
  readonly failed?: boolean | undefined;
}

const EXAMPLES = 5;
const JOBS_PER_TRANSACTION = 1_000;

/** The files that an earlier version of the parser has read, or, with `failed`, that no version could read. */
export async function backfillPlan(
  database: TenantExecutor,
  name: string,
  which: BackfillSelection = {},
): Promise<BackfillPlan> {
  const { version, sourceHash, targets } = await parsersNow(database, name);
  const byVersion: BackfilledVersion[] = [];
  const examples: string[] = [];
  for (const target of targets) {
    byVersion.push(...(await countByVersion(database, target, which)));
    if (examples.length < EXAMPLES) examples.push(...(await someOutdated(database, target, which)));
  }
  return {
    parser: name,
    version,
    sourceHash,
    files: byVersion.reduce((sum, { files }) => sum + files, 0),
    bytes: byVersion.reduce((sum, { bytes }) => sum + bytes, 0),
    byVersion,
    examples: examples.slice(0, EXAMPLES),
  };
}

/** Reads those files again, each once even if this is called repeatedly. Returns the number of jobs. */
export async function executeBackfill(
  engine: Engine,
  request: BackfillSelection & { tenant: string; parser: string; actor?: string | null | undefined },
): Promise<number> {
  const { tenant, parser, actor = null } = request;
  let created = 0;
  for (;;) {
    const jobs = await engine.transaction(async (scope) => {
      const tx = tenantTransaction(scope, tenant, actor);
      await lockRevision(tx);
      for (const target of (await parsersNow(tx, parser)).targets) {
        const renewed = await renewParses(engine, tx, target, await earlierParses(tx, target, request));
        if (renewed === 0) continue;
        const about = { aggregateType: 'parser', aggregateId: parser };
        await recordEvent(tx, { ...about, eventType: 'parser.backfilled', payload: { jobs: renewed } });
        return renewed;
      }
      return 0;
    });
    if (jobs === 0) return created;
    created += jobs;
  }
}

/**
 * Without missing files, which cannot be read, and without files that changed since: planning assigns them to the
 * current version anyway.
 */
function outdated(
  database: TenantExecutor,
  { name, version, sourceHash, dataset }: RoutedParser,
  { failed = false }: BackfillSelection,
) {
  return (
    queryBuilder<PipelineSchema>(database)
      .selectFrom('cf_file_parses as parse')
      .innerJoin('cf_files as file', (join) =>
        join
          .onRef('file.tenant', '=', 'parse.tenant')
          .onRef('file.id', '=', 'parse.file_id')
          .onRef('file.hash', '=', 'parse.content_hash'),
      )
      .where('parse.tenant', '=', database.tenant)
      .where('parse.parser', '=', name)
      // A parser's hash covers all of it; a contract's hash does not cover the readers.
      .$if(!failed, (query) =>
        query.where((eb) =>
          dataset === undefined
            ? eb('parse.source_hash', '<>', sourceHash)
            : eb.or([eb('parse.source_hash', '<>', sourceHash), eb('parse.version', '<>', version)]),
        ),
      )
      .$if(dataset !== undefined, (query) => query.where('parse.dataset', '=', dataset ?? ''))
      .$if(failed, (query) => query.where(isTroubledJob(database)))
      .where('file.missing_at', 'is', null)
  );
}

function isTroubledJob({ dialect }: TenantExecutor): RawBuilder<SqlBool> {
  const jobId = sql.raw(dialect === 'sqlite' ? 'parse.job_id' : 'CAST(parse.job_id AS uuid)');
  return sql`EXISTS (SELECT 1 FROM cf_jobs WHERE cf_jobs.id = ${jobId} AND cf_jobs.status IN ('failed', 'dead_letter'))`;
}

async function someOutdated(
  database: TenantExecutor,
  parser: RoutedParser,
  which: BackfillSelection,
): Promise<string[]> {
  const rows = await outdated(database, parser, which)
    .select('file.path')
    .orderBy('file.path')
    .limit(EXAMPLES)
    .execute();
  return rows.map(({ path }) => path);
}

async function countByVersion(
  database: TenantExecutor,
  parser: RoutedParser,
  which: BackfillSelection,
): Promise<BackfilledVersion[]> {
  const rows = await outdated(database, parser, which)
    .select(['parse.version', 'parse.source_hash'])
    .select([sql<number>`count(*)`.as('files'), sql<number>`CAST(sum(file.size_bytes) AS BIGINT)`.as('bytes')])
    .groupBy(['parse.version', 'parse.source_hash'])
    .orderBy('parse.version')
    .orderBy('parse.source_hash')
    .execute();
  const of = parser.dataset === undefined ? {} : { dataset: parser.dataset };
  return rows.map(({ version, source_hash, files, bytes }) => ({
    ...{ version, ...of, sourceHash: source_hash, files, bytes },
  }));
}

/** One file per earlier job: copies share a job, and will share the new one. */
async function earlierParses(
  database: TenantExecutor,
  parser: RoutedParser,
  which: BackfillSelection,
): Promise<EarlierParse[]> {
  const jobs = outdated(database, parser, which)
    .select('parse.job_id')
    .distinct()
    .orderBy('parse.job_id')
    .limit(JOBS_PER_TRANSACTION);
  return outdated(database, parser, which)
    .select(['file.id', 'file.path', 'file.hash', 'file.tags', 'parse.job_id'])
    .where('parse.job_id', 'in', jobs)
    .orderBy('file.path')
    .execute();
}
