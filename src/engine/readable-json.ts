import type { Dialect } from '../database/index.js';

/**
 * A JSON column as SQL that can be looked into. PostgreSQL keeps any JSON text, but refuses to read one with an escaped
 * null character or half a surrogate pair in it, and one such text would fail the whole query; a blank stands in their
 * place. SQLite does not read JSON nested deeper than a thousand levels; there it is null.
 */
export function readableJson(column: string, dialect: Dialect): string {
  return dialect === 'sqlite'
    ? `(CASE WHEN json_valid(${column}) THEN ${column} END)`
    : String.raw`regexp_replace(${column}::text, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\u0020', 'gi')::json`;
}
