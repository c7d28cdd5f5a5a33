import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PipelineSchema } from '../schema/tables.js';

/** Where the rows of all files are now. */
export interface RowCounts {
  /** In datasets. */
  readonly valid: number;
  readonly quarantined: number;
  /** Discarded by a person. */
  readonly discarded: number;
  /** Lines that are no rows: titles, remarks, sums. */
  readonly skipped: number;
}

/** Counts the rows of a tenant. What a newer version of a file replaced does not count. */
export async function countRows(database: TenantExecutor): Promise<RowCounts> {
  const builder = queryBuilder<PipelineSchema>(database);
  const valid = await builder
    .selectFrom('cf_outputs')
    .select(sql<number | null>`sum(row_count)`.as('rows'))
    .where('tenant', '=', database.tenant)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  const states = await builder
    .selectFrom('cf_quarantine')
    .select(['status', sql<number>`count(*)`.as('rows')])
    .where('tenant', '=', database.tenant)
    .where('status', 'in', ['quarantined', 'discarded'])
    .groupBy('status')
    .execute();
  const skipped = await builder
    .selectFrom('cf_skipped')
    .select(sql<number>`count(*)`.as('rows'))
    .where('tenant', '=', database.tenant)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  const inState = (state: string): number => Number(states.find(({ status }) => status === state)?.rows ?? 0);
  return {
    ...{ valid: Number(valid?.rows ?? 0), quarantined: inState('quarantined'), discarded: inState('discarded') },
    skipped: Number(skipped?.rows ?? 0),
  };
}
