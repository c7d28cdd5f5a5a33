import { createRequire } from 'node:module';
import type pg from 'pg';

export interface PoolOptions {
  poolSize: number;
  queryTimeoutMs: number;
  connectTimeoutMs: number;
}

let loaded: typeof pg | undefined;

/** Loaded when it is needed: it takes 50 ms of CPU, which a command on SQLite can do without. */
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
    idleTimeoutMillis: 60_000,
  });
  // Without these listeners a connection that the server closes would end the process. The pool replaces an idle one;
  // the next statement on a busy one fails by itself. A promise of `connect` is too late to begin to listen: the
  // server's last words can come in the same packet as its welcome.
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

/** The numbers PostgreSQL gives these types. pg's own enum for them cannot be compared with what it passes. */
const INT8 = 20;
const JSON_TYPES: readonly number[] = [114, 3802];

/** JSON stays text, since the caller knows whether it wants it parsed; 8-byte integers are times and counts. */
function typeParser(oid: number, format?: string): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (JSON_TYPES.includes(oid)) return (value) => value;
  return loadPg().types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}
