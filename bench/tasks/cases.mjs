import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureProcess } from '../shared/measured-process.mjs';

const program = (name) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

let databases = 0;

/** The most that submit → done may take, as a multiple of the first case. */
export const AT_MOST = 1.25;

/** The cases. `measure(bench)` returns the seconds of one run. `store` is the database that the case needs. */
export const cases = [
  { id: 'spawn', label: "Node's spawn, with its default pipes", measure: (bench) => bareSpawn(bench, 'pipe') },
  { id: 'spawn-ignore', label: "Node's spawn, no pipes", measure: (bench) => bareSpawn(bench, 'ignore') },
  { id: 'sqlite', label: 'casparian, SQLite', store: 'sqlite', target: AT_MOST, measure: onSqlite },
  { id: 'pg', label: 'casparian, PostgreSQL', store: 'pg', target: AT_MOST, measure: onPostgres },
];

function bareSpawn({ runs, concurrency, signal }, stdio) {
  return measured([program('spawn.mjs'), runs, concurrency, stdio], signal);
}

async function onSqlite({ runs, concurrency, directory, signal }) {
  const folder = mkdtempSync(join(directory, 'sqlite-'));
  const argv = [program('submit-and-run.mjs'), runs, concurrency, `sqlite:${join(folder, 'jobs.db')}`];
  try {
    return await measured([...argv, join(folder, 'logs')], signal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres({ runs, concurrency, directory, postgres, signal }) {
  const url = await postgres.createDatabase(`tasks_${++databases}`);
  return measured([program('submit-and-run.mjs'), runs, concurrency, url, join(directory, 'logs')], signal);
}

async function measured(argv, signal) {
  const { answer } = await measureProcess([process.execPath, ...argv.map(String)], signal);
  return answer;
}
