import { type TenantTransaction, tenantTransaction } from '../../database/index.js';
import { type Effects, sharedWrite } from '../../engine/index.js';
import { groupedBy } from '../../platform/index.js';

type Share = Pick<Effects, 'write' | 'share'>;

/**
 * A write that jobs share when they complete at the same time, once for each tenant. Tenants and items are written in the same order by
 * all processes, so that they do not deadlock. A large item gets a transaction for itself: others would wait for it.
 */
export function tenantShare<Item extends { readonly id: string }>(
  write: (tx: TenantTransaction, items: readonly Item[]) => Promise<void>,
): (tenant: string, item: Item, options?: { readonly isLarge: boolean }) => Share {
  const shareOf = sharedWrite<{ readonly tenant: string; readonly item: Item }>(async (scope, parts) => {
    const tenants = groupedBy(parts, ({ tenant }) => tenant);
    for (const tenant of [...tenants.keys()].toSorted()) {
      const items = (tenants.get(tenant) ?? []).map(({ item }) => item);
      await write(
        tenantTransaction(scope, tenant),
        items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      );
    }
  });
  return (tenant, item, { isLarge } = { isLarge: false }) =>
    isLarge
      ? { write: (scope) => write(tenantTransaction(scope, tenant), [item]) }
      : { share: shareOf({ tenant, item }) };
}
