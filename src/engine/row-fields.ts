import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database/index.js';
import { readableJson } from './readable-json.js';

/** What the last error of a job says, as SQL; null for a job without one. */
export function lastErrorField(field: 'code' | 'message', dialect: Dialect): RawBuilder<string | null> {
  const errors = readableJson('errors', dialect);
  return sql.raw(dialect === 'sqlite' ? `${errors} ->> '$[#-1].${field}'` : `${errors} -> -1 ->> '${field}'`);
}

/** The program that a task's payload names, as SQL; null for other jobs. */
export function programInPayload(dialect: Dialect): RawBuilder<string | null> {
  const payload = readableJson('payload', dialect);
  return sql.raw(dialect === 'sqlite' ? `${payload} ->> '$.command[0]'` : `${payload} -> 'command' ->> 0`);
}
