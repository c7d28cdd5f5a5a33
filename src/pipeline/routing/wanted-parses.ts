import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor, tenantText, jsonRows, textsIn } from '../../database/index.js';
import { BUILTIN, type RoutedParser } from '../builtin/builtin-parser.js';
import type { FileParsesTable, FilesTable, PipelineSchema } from '../schema/tables.js';

export type PlannedFile = Pick<FilesTable, 'id' | 'path' | 'hash' | 'tags'>;

/** A file that a parser should read. */
export interface WantedParse {
  readonly file: PlannedFile;
  readonly parser: RoutedParser;
}

/** Returns the wanted parses without a job for this content. Planning does not depend on how that job ended. */
export async function withoutJob(database: TenantExecutor, wanted: readonly WantedParse[]): Promise<WantedParse[]> {
  if (wanted.length === 0) return [];
  const fileIds = [...new Set(wanted.map(({ file }) => file.id))];
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_file_parses')
    .select(['file_id', 'parser', 'content_hash', 'dataset'])
    .where('tenant', '=', database.tenant)
    .where('file_id', 'in', textsIn(database.dialect, fileIds))
    .execute();
  const known = new Map(rows.map((row) => [`${row.file_id} ${row.parser}`, row]));
  return wanted.filter(({ file, parser }) => {
    const row = known.get(`${file.id} ${parser.name}`);
    return row?.content_hash !== file.hash || row.dataset !== (parser.dataset ?? null);
  });
}

/** A job with the version and source that it was planned for, which may be outdated. */
export type PlannedJob = Pick<FileParsesTable, 'job_id' | 'version' | 'source_hash'>;

/** Waiting, running and completed jobs of other files with the same content, by `sharedJobKey`. */
export async function jobsOfCopies(
  database: TenantExecutor,
  wanted: readonly WantedParse[],
): Promise<Map<string, PlannedJob>> {
  const rows = wanted.map(({ file, parser }) => [parser.name, file.hash]);
  const jobId = sql.raw(database.dialect === 'sqlite' ? 'parse.job_id' : 'CAST(parse.job_id AS uuid)');
  // A finished job may have been pruned. Its outputs show that it was completed.
  const found = await sql<Pick<FileParsesTable, 'parser' | 'content_hash' | 'dataset'> & PlannedJob>`
    SELECT parse.parser, parse.content_hash, parse.dataset, parse.job_id, parse.version, parse.source_hash
    FROM cf_file_parses AS parse
    LEFT JOIN cf_jobs AS job ON job.id = ${jobId}
    WHERE parse.tenant = ${database.tenant} AND (parse.parser, parse.content_hash) IN (SELECT value ->> 0, value ->> 1 FROM ${jsonRows(database.dialect, rows)})
      AND (job.status IN ('pending', 'running', 'completed', 'completed_with_warnings') OR (job.id IS NULL AND EXISTS (
        SELECT 1 FROM cf_outputs
        WHERE cf_outputs.tenant = parse.tenant AND cf_outputs.job_id = parse.job_id AND cf_outputs.superseded_at IS NULL)))
    ORDER BY parse.job_id`.execute(queryBuilder<PipelineSchema>(database));
  return new Map(found.rows.map((row) => [keyOf(row.parser, row.content_hash, row.dataset), row]));
}

/** The parses whose file has current rows of the parser. Only a job for that file can supersede them. */
export async function withOwnRows(database: TenantExecutor, wanted: readonly WantedParse[]): Promise<Set<WantedParse>> {
  const fileIds = wanted.map(({ file }) => file.id);
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select(['file_id', 'parser'])
    .where('tenant', '=', database.tenant)
    .where('file_id', 'in', textsIn(database.dialect, fileIds))
    .where('superseded_at', 'is', null)
    .execute();
  const owners = new Set(rows.map(({ file_id, parser }) => `${file_id} ${parser}`));
  return new Set(wanted.filter(({ file, parser }) => owners.has(`${file.id} ${parser.name}`)));
}

export function sharedJobKey({ file, parser }: WantedParse): string {
  return keyOf(parser.name, file.hash, parser.dataset);
}

/** A copy shares the job of the first file if their rows go to the same dataset. */
function keyOf(parser: string, contentHash: string, dataset: string | null | undefined): string {
  return `${parser} ${contentHash} ${dataset ?? ''}`;
}

/** A row of the ledger. The tenant is added when it is written. */
export type NewParse = Omit<FileParsesTable, 'tenant'>;

/** Records the current job of each file and parser. It replaces an earlier one. */
export async function recordParses(database: TenantExecutor, parses: readonly NewParse[]): Promise<void> {
  if (parses.length === 0) return;
  const rows = parses.map((row) => [
    row.file_id,
    row.parser,
    row.content_hash,
    row.version,
    row.source_hash,
    row.job_id,
    row.dataset,
  ]);
  await sql`
    INSERT INTO cf_file_parses (tenant, file_id, parser, content_hash, version, source_hash, job_id, dataset)
    SELECT ${tenantText(database)}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
    FROM ${jsonRows(database.dialect, rows)} WHERE true
    ON CONFLICT (tenant, file_id, parser) DO UPDATE SET content_hash = excluded.content_hash, version = excluded.version,
      source_hash = excluded.source_hash, job_id = excluded.job_id, dataset = excluded.dataset`.execute(
    queryBuilder<PipelineSchema>(database),
  );
}

/**
 * Registered parsers take over their files from the built-in readers. A waiting job of the built-in readers detects
 * this when it starts.
 */
export async function releaseToParsers(database: TenantExecutor, files: readonly PlannedFile[]): Promise<void> {
  if (files.length === 0) return;
  const fileIds = files.map(({ id }) => id);
  await queryBuilder<PipelineSchema>(database)
    .deleteFrom('cf_file_parses')
    .where('tenant', '=', database.tenant)
    .where('parser', '=', BUILTIN)
    .where('file_id', 'in', textsIn(database.dialect, fileIds))
    .execute();
}
