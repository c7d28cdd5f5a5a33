import type { EventFilter } from '../../../events/index.js';
import type { TenantOptions } from '../../options/tenant.js';

export interface FilterOptions extends TenantOptions {
  type?: string[];
  aggregate?: string;
  actor?: string;
  since?: Date;
  until?: Date;
}

/** The id begins behind the first slash, since ids may contain others. */
export function filterOf({ type, aggregate, actor, since, until }: FilterOptions): EventFilter {
  const at = aggregate?.indexOf('/') ?? -1;
  const aggregateType = at === -1 ? aggregate : aggregate?.slice(0, at);
  const aggregateId = at === -1 ? undefined : aggregate?.slice(at + 1);
  return { types: type, aggregateType, aggregateId, actor, since, until };
}
