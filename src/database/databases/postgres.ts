import { createHash } from 'node:crypto';
import type pg from 'pg';
import { CasparianError } from '../../platform/index.js';
import { DEFAULT_CONNECTIONS } from '../defaults.js';
import type { DatabaseContract, Executor, Row, TransactionScope } from '../database.js';
import { transactionOver } from '../transaction-over.js';
import { maskDatabaseUrl } from '../url.js';
import { openPool } from './postgres/connect.js';
import { isLostPlan, isUnavailable, translated } from './postgres/errors.js';

const MAX_RESERVE_TIMEOUT_MS = 5_000;

export interface PostgresOptions {
  /**
   * Connections this process may open, besides one for LISTEN and one for renewals. A worker needs about three at
   * once (claim, finish, enqueue); handlers that keep transactions open wait for each other.
   */
  poolSize?: number | undefined;
  /** Send no notifications. NOTIFY takes a lock that all commits of the server share. */
  isQuiet?: boolean;
  /** A connection that does not respond for this long is closed: a half-open one would never respond. */
  queryTimeoutMs?: number;
  connectTimeoutMs?: number;
}

/** What a caller's client must offer so that an enqueue can join its transaction. `pg` clients fit unchanged. */
export interface PostgresQueryable {
  query(sql: string, params?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>;
}

type Statement = pg.QueryConfig & { text: string; rowMode?: 'array' };

export class PostgresDatabase implements DatabaseContract {
  readonly dialect = 'postgres';
  readonly label: string;
  readonly url: string;
  readonly isQuiet: boolean;
  /** @internal */
  readonly pool: pg.Pool;
  /**
   * A connection that handlers cannot use, for the renewal of leases: a worker that cannot renew loses its jobs. It is
   * opened on first use, and times out early enough to try again.
   */
  readonly reserve: Executor;
  private readonly reservePool: pg.Pool;
  private keepsPlans = true;
  /** The names of plans that the server keeps, by statement. */
  private readonly planNames = new Map<string, string>();
  private closing: Promise<void> | undefined;

  constructor(url: string, options: PostgresOptions = {}) {
    this.url = url;
    this.label = maskDatabaseUrl(url);
    const { poolSize = DEFAULT_CONNECTIONS, connectTimeoutMs = 10_000, queryTimeoutMs = 30_000 } = options;
    this.isQuiet = options.isQuiet === true;
    this.pool = openPool(url, { poolSize, connectTimeoutMs, queryTimeoutMs });
    const atMost = (ms: number): number => Math.min(ms, MAX_RESERVE_TIMEOUT_MS);
    this.reservePool = openPool(url, {
      poolSize: 1,
      connectTimeoutMs: atMost(connectTimeoutMs),
      queryTimeoutMs: atMost(queryTimeoutMs),
    });
    this.reserve = this.scope(this.reservePool);
  }

  async query<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    return (await this.run<R>(sql, params)).rows;
  }

  /** Like `query`, for callers that need the number of rows a write touched. @internal */
  async run<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<pg.QueryResult<R>> {
    try {
      return await this.pool.query<R>(sql, params as unknown[]);
    } catch (error) {
      throw translated(error);
    }
  }

  /** Like `query`, with rows as arrays: for statements with many rows, creating objects is most of the work. */
  rows<R extends unknown[]>(sql: string, params: readonly unknown[], { keepPlan = false } = {}): Promise<R[]> {
    return this.runNamed<R>({ text: sql, values: params as unknown[], rowMode: 'array' }, keepPlan);
  }

  /**
   * Like `query`, for a frequent statement: the server keeps its plan. Only for statements that read no table, except in functions: a plan
   * made while a table is empty uses a full scan, even when the table is large later.
   */
  keepingPlan<R extends object = Row>(sql: string, params: readonly unknown[]): Promise<R[]> {
    return this.runNamed<R>({ text: sql, values: params as unknown[] }, true);
  }

  queryRelaxed<R extends object = Row>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    return this.keepingPlan<R>(sql, params);
  }

  private async runNamed<R extends object>(query: Statement, keepPlan: boolean): Promise<R[]> {
    const named = keepPlan && this.keepsPlans;
    try {
      return (await this.pool.query<R>(named ? { ...query, name: this.planName(query.text) } : query)).rows;
    } catch (error) {
      if (!named || !isLostPlan(error)) throw translated(error);
      // A pooler uses another connection for every statement, where the name is unknown. Nothing was executed.
      this.keepsPlans = false;
      return this.runNamed(query, false);
    }
  }

  /** By content: through a pooler, another process may have kept another statement on the same connection. */
  private planName(sql: string): string {
    const known = this.planNames.get(sql);
    if (known !== undefined) return known;
    const name = `casparian_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    this.planNames.set(sql, name);
    return name;
  }

  async script(sql: string): Promise<void> {
    await this.query(sql);
  }

  async transaction<T>(work: (tx: TransactionScope) => Promise<T>): Promise<T> {
    const client = await this.connect();
    let broken: Error | undefined;
    const mark = { open: true };
    const tx = this.scope(client, mark);
    try {
      await tx.query('BEGIN');
      const result = await work(tx).finally(() => (mark.open = false));
      await commit(client);
      return result;
    } catch (error) {
      // Errors of the work itself are passed on unchanged.
      if (isUnavailable(error)) broken = error;
      else await client.query('ROLLBACK').catch((failure: unknown) => (broken = failure as Error));
      throw error;
    } finally {
      // A connection that did not respond may still run the statement: it must not be reused.
      client.release(broken);
    }
  }

  /** Statements on a given client, for writes that join the caller's transaction. */
  scope(client: PostgresQueryable, transaction = { open: true }): TransactionScope {
    const query = async <R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> => {
      if (!transaction.open) throw transactionOver();
      try {
        return (await client.query(sql, params as unknown[])).rows as R[];
      } catch (error) {
        throw translated(error);
      }
    };
    return {
      dialect: 'postgres',
      isQuiet: this.isQuiet,
      inTransaction: true,
      query,
      script: async (sql) => void (await query(sql)),
    };
  }

  close(): Promise<void> {
    return (this.closing ??= Promise.all([this.pool.end(), this.reservePool.end()]).then(() => undefined));
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw translated(error);
    }
  }
}

/** After a failed statement, PostgreSQL responds to COMMIT with ROLLBACK, not with an error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw translated(error);
  });
  if (command === 'COMMIT') return;
  throw new CasparianError('DATABASE_ERROR', 'The transaction was rolled back', {
    why: 'One of its statements had failed, and the error was caught inside the transaction.',
    next: ['Let the error out, or use a SAVEPOINT around a statement that may fail.'],
  });
}
