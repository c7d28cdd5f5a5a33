import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../database/index.js';
import { CasparianError } from '../platform/index.js';
import { readableJson } from './row-fields.js';

/** The required text of payload members, by name. */
export type PayloadFields = Readonly<Record<string, string>>;

/** Some of the jobs of a worker's types: those whose payloads have these fields, or a single job. */
export type OnlyJobs = { readonly fields: PayloadFields } | { readonly job: string };

/** A field name becomes part of the SQL text, so that an index on it can be used. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** A condition that selects these jobs, with the statement's placeholders for `onlyValues`. */
export function onlyCondition(only: OnlyJobs, dialect: Dialect, placeholder: (index: number) => string): string {
  if ('job' in only) return `id = ${placeholder(0)}`;
  const names = Object.keys(only.fields);
  return names.map((name, index) => `${payloadField(name, dialect)} = ${placeholder(index)}`).join(' AND ') || '1 = 1';
}

export function onlyValues(only: OnlyJobs): string[] {
  return 'job' in only ? [only.job] : Object.values(only.fields);
}

/** The same for statements that Kysely builds. @internal */
export function matchesOnly(only: OnlyJobs, dialect: Dialect): RawBuilder<boolean> {
  return 'job' in only ? sql<boolean>`id = ${only.job}` : hasFields(only.fields, dialect);
}

/** @internal */
export function hasFields(fields: PayloadFields, dialect: Dialect): RawBuilder<boolean> {
  const conditions = Object.entries(fields).map(
    ([name, value]) => sql`${sql.raw(payloadField(name, dialect))} = ${value}`,
  );
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Values at paths of the payload, as text: `order.lines.0.sku`. @internal */
export function hasPayloadValues(values: PayloadFields, dialect: Dialect): RawBuilder<boolean> {
  const conditions = Object.entries(values).map(([path, value]) => sql`${payloadText(path, dialect)} = ${value}`);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

function payloadText(path: string, dialect: Dialect): RawBuilder<string | null> {
  const payload = sql.raw(readableJson('payload', dialect));
  const parts = path.split('.');
  if (dialect === 'postgres') return sql<string | null>`${payload} #>> ${`{${parts.map(quoted).join(',')}}`}::text[]`;
  const place = `$${parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${quoted(part)}`)).join('')}`;
  return sql<string | null>`CAST(${payload} ->> ${place} AS TEXT)`;
}

function quoted(part: string): string {
  return `"${part.replace(/["\\]/g, '')}"`;
}

function payloadField(name: string, dialect: Dialect): string {
  if (FIELD_NAME.test(name)) return `${readableJson('payload', dialect)} ->> '${name}'`;
  throw new CasparianError('OPTION_INVALID', `'${name}' is not a field to filter by`, {
    why: 'A field is a member of the payload whose name has letters, digits and _ only.',
  });
}
