import type { Database, DatabaseContract, Executor, TransactionScope } from './database.js';

/**
 * A database or a transaction with the tenant whose rows it is used for, and the actor who uses it. Every query of an application
 * takes one instead of a plain database, so that a caller cannot forget the tenant.
 */
export interface TenantExecutor extends Executor {
  readonly tenant: string;
  /** The actor of the events that changes leave behind; null for the system itself. */
  readonly actor: string | null;
}

export interface TenantTransaction extends TenantExecutor {
  readonly inTransaction: true;
  /** The same transaction without a tenant, for the engine. */
  readonly scope: TransactionScope;
}

export interface TenantDatabase extends TenantExecutor, Pick<DatabaseContract, 'queryRelaxed'> {
  transaction<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
}

/**
 * One per database, tenant and actor: the query builder is cached with it, and building one costs as much as a short
 * statement.
 */
const DATABASES = new WeakMap<Database, Map<string, Map<string | null, TenantDatabase>>>();

export function tenantDatabase(database: Database, tenant: string, actor: string | null = null): TenantDatabase {
  const known = DATABASES.get(database) ?? new Map<string, Map<string | null, TenantDatabase>>();
  DATABASES.set(database, known);
  const ofTenant = known.get(tenant) ?? new Map<string | null, TenantDatabase>();
  known.set(tenant, ofTenant);
  const scoped = ofTenant.get(actor) ?? {
    ...executorOf(database, tenant, actor),
    queryRelaxed: (sql, params) => database.queryRelaxed(sql, params),
    transaction: (work) => database.transaction((tx) => work(tenantTransaction(tx, tenant, actor))),
  };
  ofTenant.set(actor, scoped);
  return scoped;
}

export function tenantTransaction(
  scope: TransactionScope,
  tenant: string,
  actor: string | null = null,
): TenantTransaction {
  return { ...executorOf(scope, tenant, actor), inTransaction: true, scope };
}

function executorOf(executor: Executor, tenant: string, actor: string | null): TenantExecutor {
  return {
    dialect: executor.dialect,
    isQuiet: executor.isQuiet === true,
    tenant,
    actor,
    query: (sql, params) => executor.query(sql, params),
    script: (sql) => executor.script(sql),
  };
}
