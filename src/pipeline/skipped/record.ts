import { type Insertable, type Kysely, sql } from 'kysely';
import { preparedQuery, queryBuilder, type TenantTransaction } from '../../database/index.js';
import type { SkippedLines } from '../../parse/index.js';
import { newId } from '../../platform/index.js';
import type { SkippedLine } from '../../tables/index.js';
import { searchable } from '../quarantine/searchable.js';
import { textLines } from '../quarantine/text-lines.js';
import type { PipelineSchema, SkippedTable } from '../schema/tables.js';

/** The owner of skipped lines. */
export interface SkippedOwner {
  readonly jobId: string;
  readonly fileId: string;
  readonly parser: string;
  /** The file's path. */
  readonly source: string;
}

const LINES_PER_STATEMENT = 500;
/** Most files have a header and nothing else. Building a statement for a few lines takes longer than running it. */
const FEW_LINES = 5;

/** Stores the lines of a file that are not part of a row. */
export async function recordSkipped(
  tx: TenantTransaction,
  { jobId, fileId, parser, source }: SkippedOwner,
  { lines, file }: SkippedLines,
): Promise<void> {
  const owner = { tenant: tx.tenant, job_id: jobId, file_id: fileId, parser, source };
  const rowOf = ({ line, kind, reason, text }: SkippedLine) => ({
    ...{ id: newId(), ...owner, line, kind, reason, text: searchable(text) },
  });
  if (file === null && lines.length <= FEW_LINES) {
    for (const line of lines) await insertSkipped(tx, rowOf(line));
    return;
  }
  for await (const piece of pieces(file === null ? lines : linesOf(file.path))) {
    const rows = piece.map((line) => ({ ...rowOf(line), created_at: sql<number>`cf_now()` }));
    await queryBuilder<PipelineSchema>(tx).insertInto('cf_skipped').values(rows).execute();
  }
}

type NewSkipped = Omit<Insertable<SkippedTable>, 'created_at' | 'superseded_at'>;

const insertSkipped = preparedQuery((builder: Kysely<PipelineSchema>, row: NewSkipped) =>
  builder.insertInto('cf_skipped').values({
    ...{ id: row.id, tenant: row.tenant, job_id: row.job_id, file_id: row.file_id, parser: row.parser },
    ...{ source: row.source, line: row.line, kind: row.kind, reason: row.reason, text: row.text },
    created_at: sql<number>`cf_now()`,
  }),
);

/** Newer rows of the file replaced all earlier ones; so do its skipped lines. */
export async function supersedeSkipped(
  tx: TenantTransaction,
  fileId: string,
  parser: string,
  byJob: string,
): Promise<void> {
  await queryBuilder<PipelineSchema>(tx)
    .updateTable('cf_skipped')
    .set({ superseded_at: sql<number>`cf_now()` })
    .where('tenant', '=', tx.tenant)
    .where('file_id', '=', fileId)
    .where('parser', '=', parser)
    .where('superseded_at', 'is', null)
    .where('job_id', '<>', byJob)
    .execute();
}

async function* linesOf(path: string): AsyncGenerator<SkippedLine> {
  for await (const line of textLines(path)) yield JSON.parse(line) as SkippedLine;
}

async function* pieces(
  lines: Iterable<SkippedLine> | AsyncIterable<SkippedLine>,
): AsyncGenerator<readonly SkippedLine[]> {
  let piece: SkippedLine[] = [];
  for await (const line of lines) {
    piece.push(line);
    if (piece.length < LINES_PER_STATEMENT) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
