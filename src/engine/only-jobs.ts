import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database/index.js';
import { PARSER_IN_PAYLOAD } from './parser-in-payload.js';

/** Some of the jobs of a worker's types: those whose payload names a parser, or a single one. */
export type OnlyJobs = { readonly parser: string } | { readonly job: string };

/** What such a job's row satisfies, with the placeholder the statement has for `onlyValue`. */
export function onlyCondition(only: OnlyJobs, dialect: Dialect, placeholder: string): string {
  return 'job' in only ? `id = ${placeholder}` : `${PARSER_IN_PAYLOAD[dialect]} = ${placeholder}`;
}

export function onlyValue(only: OnlyJobs): string {
  return 'job' in only ? only.job : only.parser;
}

/** The same for statements that Kysely writes. */
export function isAmong(only: OnlyJobs, dialect: Dialect): RawBuilder<boolean> {
  const subject = 'job' in only ? sql.raw('id') : sql.raw(PARSER_IN_PAYLOAD[dialect]);
  return sql<boolean>`${subject} = ${onlyValue(only)}`;
}
