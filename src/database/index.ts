/** @internal */
export { RELAXED_COMMIT } from './database.js';
export type { Database, Dialect, Executor, Row, TransactionScope } from './database.js';
export { PostgresDatabase } from './databases/postgres.js';
export type { PostgresQueryable } from './databases/postgres.js';
/** @internal */
export { connectionConfig, loadPg } from './databases/postgres/connect.js';
/** @internal */
export { translated as translatedPostgresError } from './databases/postgres/errors.js';
export { SqliteDatabase } from './databases/sqlite.js';
export { connectSqlite } from './databases/sqlite/connection.js';
export type { SqliteConnection, SqliteStatement } from './databases/sqlite/driver.js';
export { sqliteResult } from './databases/sqlite/errors.js';
export { holdFileLock, shareFileLock, tryFileLock } from './file-lock.js';
export type { FileLock } from './file-lock.js';
export { idWithPrefix, shortIds } from './id-prefix.js';
/** @internal */
export { jsonRows, textsIn } from './json-rows.js';
/** @internal */
export { lockName, shareName } from './lock-name.js';
export { migrate, requireCurrentSchema, schemaState } from './migrate.js';
export type { AppliedMigration, Migration, MigrationLine, SchemaState } from './migrate.js';
export { openDatabase } from './open.js';
export type { DatabaseOptions } from './open.js';
/** @internal */
export { preparedQuery } from './prepared-query.js';
/** @internal */
export { queryBuilder } from './query-builder.js';
/** @internal */
export { tenantText } from './tenant-text.js';
/** @internal */
export { tenantDatabase, tenantTransaction } from './tenant.js';
export type { TenantDatabase, TenantExecutor, TenantTransaction } from './tenant.js';
export { maskDatabaseUrl, parseDatabaseUrl } from './url.js';
