import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely';
import type { Executor } from './database.js';

/**
 * A typed query builder over either database, or over an open transaction. Kysely only writes the SQL; our own
 * connection runs it, so that pooling, group commit and error translation exist once.
 */
export function queryBuilder<Schema>(executor: Executor): Kysely<Schema> {
  let builder = BUILDERS.get(executor);
  if (!builder) BUILDERS.set(executor, (builder = createBuilder(executor)));
  return builder as Kysely<Schema>;
}

/** Creating one costs as much as a short statement. */
const BUILDERS = new WeakMap<Executor, Kysely<unknown>>();

function createBuilder(executor: Executor): Kysely<unknown> {
  const sqlite = executor.dialect === 'sqlite';
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => (sqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new ExecutorDriver(executor),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: () => {
        throw new Error('The schema is known from the migrations; nothing reads it back through Kysely.');
      },
    },
  });
}

class ExecutorDriver implements Driver {
  private readonly connection: DatabaseConnection;

  constructor(executor: Executor) {
    this.connection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => ({
        rows: (await executor.query(query.sql, query.parameters)) as R[],
      }),
      streamQuery: () => {
        throw new Error('Read large results in pages.');
      },
    };
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.connection);
  }

  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('Use database.transaction(), which owns the connection.'));
  }

  commitTransaction(): Promise<void> {
    return this.beginTransaction();
  }

  rollbackTransaction(): Promise<void> {
    return this.beginTransaction();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return Promise.resolve();
  }
}
