import { sep } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { queryBuilder, type TenantDatabase, textsIn } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { tagsWith } from './tags.js';

/**
 * What was recorded about files: only what the comparison needs, and in columns. A hundred thousand small objects would
 * cost as much as walking the folder.
 */
export interface KnownFiles {
  /** The index of a path in the columns. */
  readonly places: Map<string, number>;
  /** Set to FOUND when the file is found. Files with another size at the end were not found. */
  sizes: number[];
  modified: number[];
  changed: number[];
  /**
   * Null for a file that needs no update if it is unchanged: it is not marked as missing, and has the requested tags.
   */
  notes: (FileNote | null)[];
}

/** MISSING, or the tags as the table has them. */
export type FileNote = string;

export const MISSING: FileNote = '';
export const FOUND = -1;

/** Rows per query: some tens of milliseconds, during which others may have to wait. */
const PAGE = 20_000;

/** The files recorded at and below some paths. `tags` are the tags that the scan adds. */
export async function knownFiles(
  database: TenantDatabase,
  starts: readonly string[],
  tags: readonly string[],
): Promise<KnownFiles> {
  const known: KnownFiles = { places: new Map(), sizes: [], modified: [], changed: [], notes: [] };
  const note = noteOf(tags);
  await addPage(database, known, note, sql`path IN ${textsIn(database.dialect, starts)}`);
  for (const start of starts) await addBelow(database, known, note, start);
  return known;
}

/** Computed in the database: sending the same few tags for each file would be most of the data. */
function noteOf(tags: readonly string[]): RawBuilder<unknown> {
  const others = tags.length === 0 ? sql`NULL` : sql`NULLIF(tags, ${tagsWith('[]', tags)})`;
  return sql`CASE WHEN missing_at IS NULL THEN ${others} ELSE ${MISSING} END`;
}

async function addBelow(
  database: TenantDatabase,
  known: KnownFiles,
  note: RawBuilder<unknown>,
  folder: string,
): Promise<void> {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  // Both databases sort paths by bytes, so the paths with this prefix are between it and its successor.
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  let last: string | undefined = prefix;
  while (last !== undefined) {
    const next = sql`path > ${last} AND path < ${end} ORDER BY path LIMIT ${sql.lit(PAGE)}`;
    last = await addPage(database, known, note, next);
  }
}

type Columns = Record<'paths' | 'sizes' | 'modified' | 'changed' | 'notes', string | null>;

/**
 * Each column is sent as one JSON text, which is read five times faster than rows. Returns the last path of a full
 * page.
 */
async function addPage(
  database: TenantDatabase,
  known: KnownFiles,
  note: RawBuilder<unknown>,
  which: RawBuilder<unknown>,
): Promise<string | undefined> {
  const list = sql.raw(database.dialect === 'sqlite' ? 'json_group_array' : 'json_agg');
  const { rows } = await sql<Columns>`
    SELECT ${list}(path) AS paths, ${list}(size_bytes) AS sizes, ${list}(modified_us) AS modified,
      ${list}(changed_us) AS changed, ${list}(note) AS notes
    FROM (SELECT path, size_bytes, modified_us, changed_us, ${note} AS note FROM cf_files
      WHERE tenant = ${database.tenant} AND ${which}) AS page`.execute(queryBuilder<PipelineSchema>(database));
  const paths = columnOf<string>(rows, 'paths');
  const place = known.sizes.length;
  paths.forEach((path, index) => known.places.set(path, place + index));
  known.sizes = known.sizes.concat(columnOf(rows, 'sizes'));
  known.modified = known.modified.concat(columnOf(rows, 'modified'));
  known.changed = known.changed.concat(columnOf(rows, 'changed'));
  known.notes = known.notes.concat(columnOf(rows, 'notes'));
  return paths.length < PAGE ? undefined : paths.at(-1);
}

function columnOf<T>([row]: readonly Columns[], name: keyof Columns): T[] {
  return JSON.parse(row?.[name] ?? '[]') as T[];
}
