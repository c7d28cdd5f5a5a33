import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database/index.js';
import { LABEL_MEMBERS, MAX_LABEL_LENGTH } from './job-label.js';
import { readableJson } from './row-fields.js';

/** The label of a job in SQL, for lists that do not read payloads, which can be large. */
export function labelField(dialect: Dialect): RawBuilder<string | null> {
  const payload = dialect === 'sqlite' ? 'payload' : readableJson('payload', dialect);
  const member = (name: string): string =>
    dialect === 'sqlite'
      ? `CASE json_type(${payload}, '$.${name}') WHEN 'text' THEN ${payload} ->> '${name}' END`
      : `CASE WHEN json_typeof(${payload} -> '${name}') = 'string' THEN ${payload} ->> '${name}' END`;
  const command =
    dialect === 'sqlite'
      ? `CASE json_type(payload, '$.command') WHEN 'array' THEN (SELECT group_concat(value, ' ') FROM json_each(payload, '$.command')) END`
      : `CASE WHEN json_typeof(${payload} -> 'command') = 'array' THEN (SELECT string_agg(word, ' ') FROM json_array_elements_text(${payload} -> 'command') AS word) END`;
  const label = `substr(coalesce(${[...LABEL_MEMBERS.map(member), command].join(', ')}), 1, ${MAX_LABEL_LENGTH})`;
  // SQLite reads the text again for each check of it, so there is one check for all members.
  return sql.raw(dialect === 'sqlite' ? `CASE WHEN json_valid(payload) THEN ${label} END` : label);
}
