import { type Executor, queryBuilder } from '../database/index.js';
import type { PipelineSchema } from './schema/tables.js';

// Queries over the rows of all tenants. They serve the administrator of the database and the caches that tenants share;
// none returns the content of a tenant's files.

/** Counts of current rows: without retired parsers, missing files, superseded outputs and resolved quarantine rows. */
export interface PipelineCounts {
  readonly parsers: number;
  readonly files: number;
  readonly outputs: number;
  readonly quarantined: number;
}

const COUNTS = `SELECT
  (SELECT count(*) FROM (SELECT DISTINCT tenant, name FROM cf_parsers WHERE retired_at IS NULL) AS current) AS parsers,
  (SELECT count(*) FROM cf_files WHERE missing_at IS NULL) AS files,
  (SELECT count(*) FROM cf_outputs WHERE superseded_at IS NULL) AS outputs,
  (SELECT count(*) FROM cf_quarantine WHERE status = 'quarantined') AS quarantined`;

export async function countPipeline(database: Executor): Promise<PipelineCounts> {
  const [counts] = await database.query<{ [Name in keyof PipelineCounts]: number }>(COUNTS);
  return counts as PipelineCounts;
}

/** A registered output file that queries read. */
export interface ListedOutput {
  readonly id: string;
  /** Relative to the home's `output` folder. */
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

const PAGE = 1_000;

export async function* currentOutputs(database: Executor): AsyncGenerator<ListedOutput> {
  let last = '';
  for (;;) {
    const page: ListedOutput[] = await queryBuilder<PipelineSchema>(database)
      .selectFrom('cf_outputs')
      .select(['id', 'path', 'size_bytes', 'sha256'])
      .where('superseded_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield* page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.id ?? '';
  }
}

/** The ids of files whose current skipped lines contradict the other tables. */
export interface StrayedSkipped {
  readonly ofSeveralJobs: readonly string[];
  readonly ofUnknownFiles: readonly string[];
}

export async function strayedSkipped(database: Executor): Promise<StrayedSkipped> {
  const ids = async (sql: string): Promise<string[]> => {
    const rows = await database.query<{ file_id: string }>(sql);
    return rows.map(({ file_id: id }) => id);
  };
  return {
    ofSeveralJobs: await ids(`SELECT file_id FROM cf_skipped WHERE superseded_at IS NULL
      GROUP BY tenant, file_id, parser HAVING count(DISTINCT job_id) > 1 ORDER BY file_id`),
    ofUnknownFiles: await ids(`SELECT DISTINCT file_id FROM cf_skipped AS line WHERE NOT EXISTS
      (SELECT 1 FROM cf_files AS file WHERE file.tenant = line.tenant AND file.id = line.file_id) ORDER BY file_id`),
  };
}

/** The registered parsers that need an environment. Environments are caches by lockfile, which tenants share. */
export function parsersWithLockfile(
  database: Executor,
): Promise<{ name: string; version: string; lockfile_hash: string | null }[]> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_parsers')
    .select(['name', 'version', 'lockfile_hash'])
    .distinct()
    .where('lockfile_hash', 'is not', null)
    .where('retired_at', 'is', null)
    .orderBy('name')
    .orderBy('version')
    .execute();
}
