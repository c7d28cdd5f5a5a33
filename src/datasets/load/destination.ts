import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { connectionConfig, loadPg, maskDatabaseUrl, parseDatabaseUrl } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { loadFailure } from './failure.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** A connection to the database that rows are loaded into, inside one transaction. */
export interface Destination {
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Sends CSV to a `COPY … FROM STDIN`. Returns the number of rows. */
  copy(sql: string, source: Readable): Promise<number>;
}

/** Runs the work in one transaction on the database at this URL. A failure of the database rolls back and is explained. */
export async function withDestination<T>(
  url: string,
  signal: AbortSignal | undefined,
  work: (destination: Destination) => Promise<T>,
): Promise<T> {
  requirePostgres(url);
  const client = new (loadPg().Client)({ ...connectionConfig(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Without a listener, a connection that the server closes would end the process; the statement fails by itself.
  client.on('error', () => undefined);
  const leave = (): void => disconnect(client);
  signal?.addEventListener('abort', leave);
  try {
    signal?.throwIfAborted();
    await client.connect();
    const destination = destinationOn(client);
    // Values are written in UTC and ISO 8601, whatever the defaults of the server are.
    await client.query("BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'");
    const result = await work(destination);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw loadFailure(error, maskDatabaseUrl(url));
  } finally {
    signal?.removeEventListener('abort', leave);
    // The end of the connection rolls back whatever was not committed.
    await client.end().catch(() => undefined);
  }
}

function destinationOn(client: pg.Client): Destination {
  return {
    query: async <Row extends object>(sql: string, params: readonly unknown[] = []) =>
      (await client.query<Row>(sql, params as unknown[])).rows,
    copy: async (sql, source) => {
      const sink = client.query(copyStreams.from(sql));
      await pipeline(source, sink);
      return sink.rowCount;
    },
  };
}

/** An interrupted load must not wait for a COPY that is under way. */
function disconnect(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

function requirePostgres(url: string): void {
  if (parseDatabaseUrl(url).dialect === 'postgres') return;
  throw new CasparianError('OPTION_INVALID', 'Rows can only be loaded into PostgreSQL', {
    next: ['Use postgres://user:password@host:5432/name.'],
  });
}
