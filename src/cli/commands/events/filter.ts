import type { Database } from '../../../database/index.js';
import { type EventFilter, withWholeAggregateId } from '../../../events/index.js';
import type { TenantOptions } from '../../options/tenant.js';

export interface FilterOptions extends TenantOptions {
  type?: string[];
  aggregate?: string;
  actor?: string;
  since?: Date;
  until?: Date;
}

/** The id begins behind the first slash, since ids may contain others. Its unique beginning is enough. */
export function filterOf(
  { type, aggregate, actor, since, until }: FilterOptions,
  database: Database,
  tenant: string,
): Promise<EventFilter> {
  const at = aggregate?.indexOf('/') ?? -1;
  const aggregateType = at === -1 ? aggregate : aggregate?.slice(0, at);
  const aggregateId = at === -1 ? undefined : aggregate?.slice(at + 1);
  return withWholeAggregateId(database, tenant, { types: type, aggregateType, aggregateId, actor, since, until });
}
