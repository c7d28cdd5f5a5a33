import { type RawBuilder, sql } from 'kysely';
import type { TenantExecutor } from './tenant.js';

/** The tenant as a value of a SELECT: PostgreSQL cannot infer the type of a parameter there. */
export function tenantText({ tenant, dialect }: TenantExecutor): RawBuilder<string> {
  return dialect === 'sqlite' ? sql<string>`${tenant}` : sql<string>`${tenant}::text`;
}
