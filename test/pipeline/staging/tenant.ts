import type { Engine } from '../../../src/engine/index.js';
import { type TenantDatabase, tenantDatabase } from '../../../src/database/index.js';

/** The tenant of tests that are not about tenants. */
export const TENANT = 'default';

/** The rows of a tenant in the database of an engine. */
export function rowsOfTenant({ database }: Pick<Engine, 'database'>, tenant = TENANT): TenantDatabase {
  return tenantDatabase(database, tenant);
}
