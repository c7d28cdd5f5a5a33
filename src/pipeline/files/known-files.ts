import { sep } from 'node:path';
import { type Database, queryBuilder } from '../../database/index.js';
import { textsIn } from '../schema/json-rows.js';
import type { PipelineSchema } from '../schema/tables.js';

/** What the last scan recorded of a file, as little of it as telling an unchanged one needs. */
export type KnownFile = readonly [
  path: string,
  sizeBytes: number,
  modifiedUs: number,
  changedUs: number,
  tags: string,
  isPresent: 0 | 1,
];

/** How many rows are asked for at once: a tenth of a second's work, which others may have to wait for. */
const PAGE = 20_000;

const COLUMNS =
  'path, size_bytes, modified_us, changed_us, tags, CASE WHEN missing_at IS NULL THEN 1 ELSE 0 END AS is_present';

/** The files recorded at and below a path. */
export async function knownFiles(database: Database, starts: readonly string[]): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const row of await recordedAt(database, starts)) known.set(row[0], row);
  for (const start of starts) await addBelow(database, start, known);
  return known;
}

async function recordedAt(database: Database, paths: readonly string[]): Promise<KnownFile[]> {
  const rows = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_files')
    .select(['path', 'size_bytes', 'modified_us', 'changed_us', 'tags', 'missing_at'])
    .where('path', 'in', textsIn(database.dialect, paths))
    .execute();
  return rows.map((row) => [
    row.path,
    row.size_bytes,
    row.modified_us,
    row.changed_us,
    row.tags,
    row.missing_at === null ? 1 : 0,
  ]);
}

async function addBelow(database: Database, folder: string, known: Map<string, KnownFile>): Promise<void> {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  // Both databases sort paths by their bytes: what begins with the prefix lies between it and the next byte's.
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  let last = prefix;
  for (;;) {
    const page = await pageOf(database, last, end);
    for (const row of page) known.set(row[0], row);
    const final = page.at(-1);
    if (!final || page.length < PAGE) return;
    last = final[0];
  }
}

/** Rows as arrays: to make objects of a hundred thousand of them takes as long as walking the folder. */
async function pageOf(database: Database, after: string, before: string): Promise<KnownFile[]> {
  const rows = (low: string, high: string): string =>
    `SELECT ${COLUMNS} FROM cf_files WHERE path > ${low} AND path < ${high} ORDER BY path LIMIT ${PAGE}`;
  if (database.dialect === 'sqlite') {
    const statement = rows('?', '?');
    return database.read((connection) => connection.prepare(statement).raw().all(after, before)) as KnownFile[];
  }
  // One JSON text is read many times faster than its rows would be one by one.
  const fields = 'path, size_bytes, modified_us, changed_us, tags, is_present';
  const statement = `SELECT json_agg(json_build_array(${fields}))::text AS page FROM (${rows('$1', '$2')}) AS one_page`;
  const [row] = await database.query<{ page: string | null }>(statement, [after, before]);
  return JSON.parse(row?.page ?? '[]') as KnownFile[];
}
