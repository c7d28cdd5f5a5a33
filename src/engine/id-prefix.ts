import { sql } from 'kysely';
import { type Executor, jsonRows, queryBuilder } from '../database/index.js';
import { CasparianError, hint } from '../platform/index.js';
import { isJobId } from './job.js';
import type { EngineSchema } from './schema/tables.js';

const PREFIX = /^[0-9a-f]{4}[0-9a-f-]*$/i;
const HEX_DIGITS = 32;
/** Enough to recognise the time of an id, and to be typed. */
const SHORTEST = 8;
const SHOWN = 5;
/** For longer lists, ids are printed completely: to compare them all would take longer than to print them. */
const MAX_SHORTENED = 1_000;

/** The id that begins like this; undefined if none does. Fails if several do. */
export async function idWithPrefix(database: Executor, text: string): Promise<string | undefined> {
  if (isJobId(text)) return text.toLowerCase();
  const digits = text.toLowerCase().replaceAll('-', '');
  if (!PREFIX.test(text) || digits.length > HEX_DIGITS) return undefined;
  const rows = await queryBuilder<EngineSchema>(database)
    .selectFrom('cf_jobs')
    .select('id')
    .where('id', '>=', uuid(digits.padEnd(HEX_DIGITS, '0')))
    .where('id', '<=', uuid(digits.padEnd(HEX_DIGITS, 'f')))
    .orderBy('id')
    .limit(SHOWN + 1)
    .execute();
  if (rows.length < 2) return rows[0]?.id;
  const some = rows.slice(0, SHOWN).map(({ id }) => id);
  throw new CasparianError('ID_AMBIGUOUS', `Several jobs have an id that begins with ${text}`, {
    why: `For example ${some.join(', ')}.`,
    next: ['Write more of the id.', hint('List the jobs with', { action: 'jobs' })],
  });
}

function uuid(digits: string): string {
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** The shortest beginning of each id that no other job has, at least eight characters. */
export async function shortIds(database: Executor, ids: readonly string[]): Promise<(id: string) => string> {
  if (ids.length === 0 || ids.length > MAX_SHORTENED) return (id) => id;
  const given = sql.raw(database.dialect === 'sqlite' ? 'value ->> 0' : '(value ->> 0)::uuid');
  const rows = jsonRows(
    database.dialect,
    ids.map((id) => [id]),
  );
  const { rows: found } = await sql<{ id: string; before: string | null; after: string | null }>`
    SELECT value ->> 0 AS id, (SELECT id FROM cf_jobs WHERE id < ${given} ORDER BY id DESC LIMIT 1) AS before,
      (SELECT id FROM cf_jobs WHERE id > ${given} ORDER BY id LIMIT 1) AS after
    FROM ${rows}`.execute(queryBuilder<EngineSchema>(database));
  const short = new Map(found.map(({ id, before, after }) => [id, shortest(id, before ?? '', after ?? '')]));
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
