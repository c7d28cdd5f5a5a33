import { sql } from 'kysely';
import { type Executor, queryBuilder } from '../../database/index.js';
import type { CollectSchema } from '../schema/tables.js';

export interface BreakerState {
  readonly tenant: string;
  readonly source: string;
  /** half_open: the next request is a probe. */
  readonly state: 'closed' | 'half_open' | 'open' | 'isolated';
}

/** The circuit breakers of all tenants, for metrics of the installation. */
export async function breakerStates(database: Executor): Promise<BreakerState[]> {
  return queryBuilder<CollectSchema>(database)
    .selectFrom('cf_sources as source')
    .leftJoin('cf_source_breakers as breaker', 'breaker.source_id', 'source.id')
    .select(['source.tenant', 'source.name as source'])
    .select(
      sql<
        BreakerState['state']
      >`CASE WHEN breaker.isolated = 1 THEN 'isolated' WHEN breaker.opened_until IS NULL THEN 'closed'
        WHEN breaker.opened_until > cf_now() THEN 'open' ELSE 'half_open' END`.as('state'),
    )
    .orderBy('source.tenant')
    .orderBy('source.name')
    .execute();
}
