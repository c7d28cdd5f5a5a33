import { sql } from 'kysely';
import { CasparianError, type Hint } from '../platform/index.js';
import type { Executor } from './database.js';
import { jsonRows } from './json-rows.js';
import { queryBuilder } from './query-builder.js';

/** A column with ids. */
export interface IdColumn {
  readonly table: string;
  /** Default `id`. */
  readonly column?: string;
  /** Only ids of this tenant; those of all if absent. */
  readonly tenant?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PREFIX = /^[0-9a-f]{4}[0-9a-f-]*$/i;
const HEX_DIGITS = 32;
/** Enough to recognise the time of an id, and to be typed. */
const SHORTEST = 8;
const SHOWN = 5;
/** For longer lists, ids are printed completely: to compare them all would take longer than to print them. */
const MAX_SHORTENED = 1_000;

/** The id that begins like this; undefined if none does. Fails if several do. `things` are what has these ids: jobs. */
export async function idWithPrefix(
  database: Executor,
  place: IdColumn,
  text: string,
  { things, next = [] }: { readonly things: string; readonly next?: readonly (string | Hint)[] },
): Promise<string | undefined> {
  if (UUID.test(text)) return text.toLowerCase();
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!PREFIX.test(text) || digits.length > HEX_DIGITS) return undefined;
  const column = sql.ref(place.column ?? 'id');
  const { rows } = await sql<{ id: string }>`
    SELECT ${column} AS id FROM ${sql.table(place.table)}
    WHERE ${column} >= ${uuid(digits.padEnd(HEX_DIGITS, '0'))} AND ${column} <= ${uuid(digits.padEnd(HEX_DIGITS, 'f'))}
      ${place.tenant === undefined ? sql`` : sql`AND tenant = ${place.tenant}`}
    ORDER BY ${column} LIMIT ${sql.lit(SHOWN + 1)}`.execute(queryBuilder<object>(database));
  if (rows.length < 2) return rows[0]?.id;
  const some = rows.slice(0, SHOWN).map(({ id }) => id);
  throw new CasparianError('ID_AMBIGUOUS', `Several ${things} have an id that begins with ${text}`, {
    why: `For example ${some.join(', ')}.`,
    next: ['Write more of the id.', ...next],
  });
}

function uuid(digits: string): string {
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** The shortest beginning of each id that no other one in the column has, at least eight characters. */
export async function shortIds(
  database: Executor,
  { table, column = 'id', tenant }: IdColumn,
  ids: readonly string[],
): Promise<(id: string) => string> {
  if (ids.length === 0 || ids.length > MAX_SHORTENED) return (id) => id;
  const given = sql.raw(database.dialect === 'sqlite' ? 'value ->> 0' : '(value ->> 0)::uuid');
  const listed = jsonRows(
    database.dialect,
    ids.map((id) => [id]),
  );
  const [own, from] = [sql.ref(column), sql.table(table)];
  const also = tenant === undefined ? sql`` : sql`AND tenant = ${tenant}`;
  const { rows } = await sql<{ id: string; before: string | null; after: string | null }>`
    SELECT value ->> 0 AS id,
      (SELECT ${own} FROM ${from} WHERE ${own} < ${given} ${also} ORDER BY ${own} DESC LIMIT 1) AS before,
      (SELECT ${own} FROM ${from} WHERE ${own} > ${given} ${also} ORDER BY ${own} LIMIT 1) AS after
    FROM ${listed}`.execute(queryBuilder<object>(database));
  const short = new Map(rows.map(({ id, before, after }) => [id, shortest(id, before ?? '', after ?? '')]));
  return (id) => short.get(id) ?? id;
}

function shortest(id: string, ...neighbours: readonly string[]): string {
  const common = Math.max(...neighbours.map((other) => commonLength(id, other)));
  const length = Math.max(SHORTEST, common + 1);
  // A beginning does not end with a dash.
  return id.slice(0, id[length - 1] === '-' ? length + 1 : length);
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
