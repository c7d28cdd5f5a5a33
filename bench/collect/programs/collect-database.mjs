import { openEngine } from '../../../src/engine/index.ts';
import { COLLECT_MIGRATIONS } from '../../../src/collect/index.ts';
import { tenantDatabase } from '../../../src/database/index.ts';
import { EVENTS_MIGRATIONS } from '../../../src/events/index.ts';

/** A new database with the tables of collect, and the part of one tenant. */
export async function openCollectDatabase(url, poolSize = 4) {
  const schemaLines = [EVENTS_MIGRATIONS, COLLECT_MIGRATIONS];
  const engine = await openEngine({ database: url, migrate: true, poolSize, schemaLines });
  return { engine, tenant: tenantDatabase(engine.database, 'bench', 'bench') };
}

/** The seconds of one core that `work` takes. */
export async function cpuSecondsOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** A linear congruential generator (MINSTD): the same points in every run. */
export function createRandom(seed) {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}
