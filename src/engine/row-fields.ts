import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '../database/index.js';
import { readableJson } from './readable-json.js';

/** What the last error of a job says, as SQL; null for a job without one. */
export function lastErrorField(field: 'code' | 'message', dialect: Dialect): RawBuilder<string | null> {
  const errors = readableJson('errors', dialect);
  return sql.raw(dialect === 'sqlite' ? `${errors} ->> '$[#-1].${field}'` : `${errors} -> -1 ->> '${field}'`);
}

/** Whether a task's payload names this program, by its path or by its name alone. */
export function runsProgram(wanted: string, dialect: Dialect): RawBuilder<SqlBool> {
  const payload = readableJson('payload', dialect);
  const program = sql.raw(dialect === 'sqlite' ? `(${payload} ->> '$.command[0]')` : `(${payload} -> 'command' ->> 0)`);
  const name = `/${wanted}`;
  // Compared and not matched: LIKE takes no notice of case in SQLite.
  const end =
    dialect === 'sqlite' ? sql`substr(${program}, ${-[...name].length})` : sql`right(${program}, ${[...name].length})`;
  return sql<SqlBool>`(${program} = ${wanted} OR ${end} = ${name})`;
}
