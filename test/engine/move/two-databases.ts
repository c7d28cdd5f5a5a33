import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openEngine } from '../../../src/engine/index.js';
import type { Engine } from '../../../src/engine/index.js';
import { MOVED_TABLES } from '../../../src/engine/move/tables.js';
import { freshDatabase } from '../../services/fresh-database.js';

/** A SQLite database with nothing in it, for one test. */
export async function openSource(): Promise<Engine> {
  const directory = await mkdtemp(join(tmpdir(), 'casparian-move-'));
  const engine = await openEngine({ database: join(directory, 'source.db') });
  onTestFinished(async () => {
    await engine.close();
    await rm(directory, { recursive: true, force: true });
  });
  return engine;
}

/** A PostgreSQL database with nothing in it, for one test. */
export async function openTarget(url?: string): Promise<Engine> {
  const engine = await openEngine({ database: url ?? (await freshDatabase()), migrate: true });
  onTestFinished(() => engine.close());
  return engine;
}

/** Every row a move carries over, as the database holds it, without regard to its order. */
export async function contents(engine: Engine): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name, columns } of MOVED_TABLES) {
    const rows = await engine.database.query(`SELECT ${columns.join(', ')} FROM ${name}`);
    tables[name] = rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
  }
  return tables;
}
