import { Gauge, type Registry } from 'prom-client';
import { type Executor, PostgresDatabase } from '../../database/index.js';
import { VERSION } from '../../platform/index.js';

/** Facts about this process: its version, and how many connections of its pool are used. */
export function processMetrics(registry: Registry, database: Executor): void {
  const registers = [registry];
  new Gauge({
    name: 'casparian_build_info',
    help: 'Always 1; the labels have the versions of casparian and Node',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1);
  new Gauge({
    name: 'bpc_db_pool_in_use',
    help: 'Connections to PostgreSQL that this process uses now; always 0 on SQLite',
    registers,
    collect() {
      const pool = database instanceof PostgresDatabase ? database.pool : undefined;
      this.set(pool ? pool.totalCount - pool.idleCount : 0);
    },
  });
}
