import { createRequire } from 'node:module';
import type pg from 'pg';

export interface PoolOptions {
  poolSize: number;
  queryTimeoutMs: number;
  connectTimeoutMs: number;
}

let loaded: typeof pg | undefined;

/** Loaded on demand: it takes 50 ms of CPU, which a command on SQLite does not need. */
export function loadPg(): typeof pg {
  loaded ??= createRequire(import.meta.url)('pg') as typeof pg;
  return loaded;
}

export function openPool(url: string, options: PoolOptions): pg.Pool {
  const pool = new (loadPg().Pool)({
    ...connectionConfig(url),
    max: options.poolSize,
    connectionTimeoutMillis: options.connectTimeoutMs,
    query_timeout: options.queryTimeoutMs,
    // A poll needs one connection; those of a busy moment are closed soon, because many workers share a server.
    idleTimeoutMillis: 10_000,
  });
  // Without these listeners a connection that the server closes would end the process. The pool replaces an idle one;
  // the next statement on a busy one fails by itself. Listening after `connect` resolves is too late: the server's last
  // message can be in the same packet as its first.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** How this package opens a connection, pooled or for listening. */
export function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'casparian',
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  };
}

/** PostgreSQL's type numbers. pg's own enum for them cannot be compared with the values it passes. */
const INT8 = 20;
const JSON_TYPES: readonly number[] = [114, 3802];

/** JSON stays text, because the caller knows whether it needs it parsed; 8-byte integers are times and counts. */
function typeParser(oid: number, format?: string): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (JSON_TYPES.includes(oid)) return (value) => value;
  return loadPg().types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
