import type { SqliteConnection, SqliteStatement } from './connection.js';

const MAX_CACHED_STATEMENTS = 500;

/** Cached prepared statements of each connection: preparing one costs as much as running it. */
export class PreparedStatements {
  private readonly caches = new WeakMap<SqliteConnection, Map<string, SqliteStatement>>();

  of(connection: SqliteConnection, sql: string): SqliteStatement {
    let cache = this.caches.get(connection);
    if (!cache) this.caches.set(connection, (cache = new Map<string, SqliteStatement>()));
    let statement = cache.get(sql);
    if (!statement) {
      if (cache.size >= MAX_CACHED_STATEMENTS) cache.clear();
      cache.set(sql, (statement = connection.prepare<unknown[]>(sql)));
    }
    return statement;
  }

  run<R extends object>(connection: SqliteConnection, sql: string, params: readonly unknown[]): R[] {
    const statement = this.of(connection, sql);
    const bound = params.map(bindable);
    if (statement.reader) return statement.all(...bound) as R[];
    statement.run(...bound);
    return [];
  }
}

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined ? null : value;
}
