import { type Database, type TenantDatabase, tenantDatabase } from '../../database/index.js';
import { groupedBy, inBatches } from '../../platform/index.js';

/** Loads a row of a tenant; undefined if the tenant has no such row. */
export type Load<Found> = (wanted: { readonly tenant: string; readonly id: string }) => Promise<Found | undefined>;

/** The same for rows that are loaded by id, with one call for each tenant. */
export function inTenantBatches<Found>(
  database: Database,
  loadAll: (database: TenantDatabase, ids: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): Load<Found> {
  return inBatches(async (wanted) => {
    const groups = [...groupedBy(wanted, ({ tenant }) => tenant)].map(async ([tenant, of]) => {
      const ids = new Set(of.map(({ id }) => id));
      return [tenant, await loadAll(tenantDatabase(database, tenant), [...ids])] as const;
    });
    const found = new Map(await Promise.all(groups));
    return wanted.map(({ tenant, id }) => found.get(tenant)?.get(id));
  });
}
