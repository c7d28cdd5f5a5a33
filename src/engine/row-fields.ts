import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Dialect } from '../database/index.js';

/** SQL for a field of a job's last error; null for a job without errors. */
export function lastErrorField(field: 'code' | 'message', dialect: Dialect): RawBuilder<string | null> {
  const errors = readableJson('errors', dialect);
  return sql.raw(dialect === 'sqlite' ? `${errors} ->> '$[#-1].${field}'` : `${errors} -> -1 ->> '${field}'`);
}

/**
 * Whether a word of the payload's `command` equals this one, or is a path that ends in it: `python -m reports` matches
 * reports.
 */
export function runsProgram(wanted: string, dialect: Dialect): RawBuilder<SqlBool> {
  const name = `/${wanted}`;
  // Compared with `=`, because LIKE ignores case in SQLite.
  const end = dialect === 'sqlite' ? sql`substr(value, ${-[...name].length})` : sql`right(value, ${[...name].length})`;
  return sql<SqlBool>`EXISTS (SELECT 1 FROM ${sql.raw(commandWords(dialect))} WHERE value = ${wanted} OR ${end} = ${name})`;
}

function commandWords(dialect: Dialect): string {
  const payload = readableJson('payload', dialect);
  if (dialect === 'sqlite') return `json_each(${payload}, '$.command')`;
  const command = `(${payload} -> 'command')`;
  const words = `CASE WHEN json_typeof(${command}) = 'array' THEN ${command} ELSE '[]' END`;
  return `json_array_elements_text(${words}) AS words (value)`;
}

/**
 * SQL that reads a JSON column. PostgreSQL stores any JSON text, but refuses to read one with an escaped null character
 * or half a surrogate pair, and one such text would fail the whole query; a blank replaces them. SQLite does not read
 * JSON nested deeper than a thousand levels; there it is null.
 */
export function readableJson(column: string, dialect: Dialect): string {
  if (dialect === 'sqlite') return `(CASE WHEN json_valid(${column}) THEN ${column} END)`;
  const blanked = String.raw`regexp_replace(${column}::text, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\u0020', 'gi')::json`;
  // Few texts have an escaped character, and looking for one takes a third of the time of the replacement.
  return String.raw`(CASE WHEN strpos(${column}::text, '\u') > 0 THEN ${blanked} ELSE ${column} END)`;
}
