import type { TenantExecutor } from '../../database/index.js';
import { type EventRecord, findEvents } from '../../events/index.js';
import { SOURCE_AGGREGATE, type Source } from './source.js';

/** The newest changes of a source: its breaker opened or closed, someone paused or changed it. */
export function sourceHistory(database: TenantExecutor, { id }: Source, limit: number): Promise<EventRecord[]> {
  const { tenant } = database;
  return findEvents(database, tenant, { aggregateType: SOURCE_AGGREGATE, aggregateId: id, limit });
}
