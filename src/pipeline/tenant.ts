import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor, TransactionScope } from '../database/index.js';

/**
 * A database or a transaction with the tenant whose rows it is used for. Every query of the pipeline takes one instead
 * of a plain database, so that a caller cannot forget the tenant.
 */
export interface TenantExecutor extends Executor {
  readonly tenant: string;
}

export interface TenantTransaction extends TenantExecutor {
  readonly inTransaction: true;
  /** The same transaction without a tenant, for the engine. */
  readonly scope: TransactionScope;
}

export interface TenantDatabase extends TenantExecutor {
  transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
}

/**
 * One per database and tenant: the query builder is cached with it, and building one costs as much as a short
 * statement.
 */
const DATABASES = new WeakMap<Database, Map<string, TenantDatabase>>();

export function tenantDatabase(database: Database, tenant: string): TenantDatabase {
  const known = DATABASES.get(database) ?? new Map<string, TenantDatabase>();
  DATABASES.set(database, known);
  const scoped = known.get(tenant) ?? {
    ...executorOf(database, tenant),
    transaction: (work) => database.transaction((tx) => work(tenantTransaction(tx, tenant))),
  };
  known.set(tenant, scoped);
  return scoped;
}

export function tenantTransaction(scope: TransactionScope, tenant: string): TenantTransaction {
  return { ...executorOf(scope, tenant), inTransaction: true, scope };
}

function executorOf(executor: Executor, tenant: string): TenantExecutor {
  return {
    dialect: executor.dialect,
    tenant,
    query: (sql, params) => executor.query(sql, params),
    script: (sql) => executor.script(sql),
  };
}

/** The tenant as a value of a SELECT: PostgreSQL cannot infer the type of a parameter there. */
export function tenantText({ tenant, dialect }: TenantExecutor): RawBuilder<string> {
  return dialect === 'sqlite' ? sql<string>`${tenant}` : sql<string>`${tenant}::text`;
}
