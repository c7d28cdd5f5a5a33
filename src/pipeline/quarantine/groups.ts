import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';
import { matches, type QuarantineFilter } from './filter.js';
import { entryOfRow, type QuarantineEntry } from './quarantine-entry.js';

/** Rows with the same kind of error: mostly one cause, and one fix. */
export interface QuarantineGroup {
  readonly parser: string;
  readonly output: string;
  readonly column: string | null;
  readonly errorType: string;
  readonly rows: number;
  readonly example: QuarantineEntry;
  /** The most frequent messages among the first rows of the group. */
  readonly messages: readonly { readonly message: string; readonly rows: number }[];
}

/** Messages contain values, so a large group has many different ones. A count over its first rows is enough. */
const SAMPLED_ROWS = 1_000;
const MESSAGES = 3;

/** The largest groups, each with an example row. */
export async function quarantineGroups(
  database: TenantExecutor,
  filter: QuarantineFilter,
  limit: number,
): Promise<QuarantineGroup[]> {
  const found = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .where(matches(database, filter))
    .select(['parser', 'output', 'column_name as column', 'error_type as errorType', sql<number>`count(*)`.as('rows')])
    .groupBy(['parser', 'output', 'column_name', 'error_type'])
    .orderBy('rows', 'desc')
    .orderBy('parser')
    .orderBy('output')
    .orderBy('column')
    .orderBy('errorType')
    .limit(limit)
    .execute();
  const groups: QuarantineGroup[] = [];
  for (const { rows, ...kind } of found) {
    const example = await exampleOf(database, { ...filter, ...kind });
    // The rows may have been recovered a moment ago.
    if (example === undefined) continue;
    const messages = await commonMessages(database, { ...filter, ...kind });
    groups.push({ ...kind, column: example.column, rows, example, messages });
  }
  return groups;
}

async function exampleOf(database: TenantExecutor, filter: QuarantineFilter): Promise<QuarantineEntry | undefined> {
  const row = await queryBuilder<PipelineSchema>(database)
    .selectFrom('cf_quarantine')
    .selectAll()
    .where(matches(database, filter))
    .limit(1)
    .executeTakeFirst();
  return row && entryOfRow(row);
}

function commonMessages(
  database: TenantExecutor,
  filter: QuarantineFilter,
): Promise<{ message: string; rows: number }[]> {
  const builder = queryBuilder<PipelineSchema>(database);
  const sample = builder
    .selectFrom('cf_quarantine')
    .select('error_message')
    .where(matches(database, filter))
    .limit(SAMPLED_ROWS);
  return builder
    .selectFrom(sample.as('sample'))
    .select(['error_message as message', sql<number>`count(*)`.as('rows')])
    .groupBy('error_message')
    .orderBy('rows', 'desc')
    .orderBy('message')
    .limit(MESSAGES)
    .execute();
}
