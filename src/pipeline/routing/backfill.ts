import type { RoutedParser } from '../builtin/builtin-parser.js';
import { sql } from 'kysely';
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

const EXAMPLES = 5;
const JOBS_PER_TRANSACTION = 1_000;

/** The files that an earlier version of the parser has read. */
export async function backfillPlan(database: TenantExecutor, name: string): Promise<BackfillPlan> {
  const { version, sourceHash, targets } = await parsersNow(database, name);
  const byVersion: BackfilledVersion[] = [];
  const examples: string[] = [];
  for (const target of targets) {
    byVersion.push(...(await countByVersion(database, target)));
    if (examples.length < EXAMPLES) examples.push(...(await someOutdated(database, target)));
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
  { tenant, parser, actor = null }: { tenant: string; parser: string; actor?: string | null | undefined },
): Promise<number> {
  let created = 0;
  for (;;) {
    const jobs = await engine.transaction(async (scope) => {
      const tx = tenantTransaction(scope, tenant, actor);
      await lockRevision(tx);
      for (const target of (await parsersNow(tx, parser)).targets) {
        const renewed = await renewParses(engine, tx, target, await earlierParses(tx, target));
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
function outdated(database: TenantExecutor, { name, version, sourceHash, dataset }: RoutedParser) {
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
      .where((eb) =>
        dataset === undefined
          ? eb('parse.source_hash', '<>', sourceHash)
          : eb.and([
              eb('parse.dataset', '=', dataset),
              eb.or([eb('parse.source_hash', '<>', sourceHash), eb('parse.version', '<>', version)]),
            ]),
      )
      .where('file.missing_at', 'is', null)
  );
}

async function someOutdated(database: TenantExecutor, parser: RoutedParser): Promise<string[]> {
  const rows = await outdated(database, parser).select('file.path').orderBy('file.path').limit(EXAMPLES).execute();
  return rows.map(({ path }) => path);
}

async function countByVersion(database: TenantExecutor, parser: RoutedParser): Promise<BackfilledVersion[]> {
  const rows = await outdated(database, parser)
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
async function earlierParses(database: TenantExecutor, parser: RoutedParser): Promise<EarlierParse[]> {
  const jobs = outdated(database, parser)
    .select('parse.job_id')
    .distinct()
    .orderBy('parse.job_id')
    .limit(JOBS_PER_TRANSACTION);
  return outdated(database, parser)
    .select(['file.id', 'file.path', 'file.hash', 'file.tags', 'parse.job_id'])
    .where('parse.job_id', 'in', jobs)
    .orderBy('file.path')
    .execute();
}
