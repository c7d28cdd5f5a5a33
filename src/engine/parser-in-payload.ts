/**
 * The parser that a file job's payload names, as SQL. PostgreSQL keeps any JSON text, but refuses to read one with an
 * escaped null character or half a surrogate pair in it, and one such payload would fail the whole query; a blank in
 * their place does not change which parser it names. SQLite does not read JSON nested deeper than a thousand levels.
 */
export const PARSER_IN_PAYLOAD = {
  sqlite: `CASE WHEN json_valid(payload) THEN payload ->> 'parser' END`,
  postgres: String.raw`regexp_replace(payload::text, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\u0020', 'gi')::json ->> 'parser'`,
} as const;
