import type { DuckDBConnection } from '@duckdb/node-api';

const REPEAT_EVERY_MS = 50;

/**
 * Interrupts what runs on a connection, until the returned function is called. DuckDB forgets an interruption that comes
 * before the statement has begun, for example while it waits for a thread: a single one would let it run to its end.
 */
export function keepInterrupting(connection: DuckDBConnection): () => void {
  connection.interrupt();
  const timer = setInterval(() => connection.interrupt(), REPEAT_EVERY_MS);
  return () => clearInterval(timer);
}
