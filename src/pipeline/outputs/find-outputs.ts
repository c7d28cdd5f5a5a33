import { type ExpressionBuilder, sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';

export interface OutputFilter {
  readonly parser?: string | undefined;
  readonly output?: string | undefined;
  /** Include superseded outputs. */
  readonly all?: boolean | undefined;
}

/** All rows that a parser's jobs have written to one of its outputs. */
export interface Dataset {
  readonly parser: string;
  readonly output: string;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** When its newest rows became visible. */
  readonly updatedAt: number;
}

export interface OutputRecord {
  readonly id: string;
  readonly parser: string;
  readonly version: string;
  /** SHA-256 of the parser's bundle. */
  readonly sourceHash: string;
  readonly output: string;
  /** Relative to the home's `output` folder, or an address in a bucket. */
  readonly path: string;
  readonly format: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly jobId: string;
  /** The path of the file that the rows were read from. */
  readonly source: string | null;
  readonly contentHash: string;
  readonly createdAt: number;
  readonly supersededAt: number | null;
  readonly supersededBy: string | null;
}

/** Sorted by parser, then by output. A compacted file holds rows of many jobs, and counts once. */
export async function datasets(database: TenantExecutor, filter: OutputFilter = {}): Promise<Dataset[]> {
  const builder = queryBuilder<PipelineSchema>(database);
  const files = builder
    .selectFrom('cf_outputs')
    .select(['parser', 'output'])
    .select([
      sql<number>`sum(row_count)`.as('row_count'),
      sql<number>`max(size_bytes)`.as('size_bytes'),
      sql<number>`max(created_at)`.as('created_at'),
    ])
    .where(wanted(database, filter))
    .groupBy(['parser', 'output', 'path']);
  const rows = await builder
    .selectFrom(files.as('file'))
    .select(['parser', 'output'])
    .select([
      sql<number>`count(*)`.as('files'),
      sql<number>`sum(row_count)`.as('rows'),
      sql<number>`sum(size_bytes)`.as('bytes'),
      sql<number>`max(created_at)`.as('updatedAt'),
    ])
    .groupBy(['parser', 'output'])
    .orderBy('parser')
    .orderBy('output')
    .execute();
  // PostgreSQL sums to numeric, which arrives as text.
  return rows.map(({ parser, output, files, rows, bytes, updatedAt }) => ({
    ...{ parser, output },
    ...{ files: Number(files), rows: Number(rows), bytes: Number(bytes), updatedAt: Number(updatedAt) },
  }));
}

/** The parser versions that made the current rows. */
export async function versionsInUse(
  database: TenantExecutor,
): Promise<Pick<OutputRecord, 'parser' | 'output' | 'version'>[]> {
  return queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .select(['parser', 'output', 'version'])
    .distinct()
    .where('tenant', '=', database.tenant)
    .where('superseded_at', 'is', null)
    .orderBy('version')
    .execute();
}

/** One entry per file, oldest first. */
export async function outputFiles(database: TenantExecutor, filter: OutputFilter = {}): Promise<OutputRecord[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_outputs')
    .leftJoin('cf_files', (join) =>
      join.onRef('cf_files.tenant', '=', 'cf_outputs.tenant').onRef('cf_files.id', '=', 'cf_outputs.file_id'),
    )
    .selectAll('cf_outputs')
    .select('cf_files.path as source')
    .where(wanted(database, filter))
    .orderBy('cf_outputs.id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, parser: row.parser, version: row.version, sourceHash: row.source_hash },
    ...{ output: row.output, path: row.path, format: row.format },
    ...{ rows: row.row_count, bytes: row.size_bytes, sha256: row.sha256, jobId: row.job_id, source: row.source },
    ...{ contentHash: row.content_hash, createdAt: row.created_at },
    ...{ supersededAt: row.superseded_at, supersededBy: row.superseded_by },
  }));
}

function wanted({ tenant }: TenantExecutor, { parser, output, all = false }: OutputFilter) {
  return (where: ExpressionBuilder<PipelineSchema, 'cf_outputs'>) =>
    where.and([
      where('cf_outputs.tenant', '=', tenant),
      ...(parser === undefined ? [] : [where('cf_outputs.parser', '=', parser)]),
      ...(output === undefined ? [] : [where('cf_outputs.output', '=', output)]),
      ...(all ? [] : [where('cf_outputs.superseded_at', 'is', null)]),
    ]);
}
