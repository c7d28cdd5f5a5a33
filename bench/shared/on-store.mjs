import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measureProcess } from './measured-process.mjs';

let databases = 0;

/** Runs a program with a new database, in a folder that is removed afterwards, and returns what it printed. */
export async function onStore({ directory, postgres, signal }, store, argvOf) {
  const folder = mkdtempSync(join(directory, 'store-'));
  try {
    const url =
      store === 'pg' ? await postgres.createDatabase(`bench_${++databases}`) : `sqlite:${join(folder, 'jobs.db')}`;
    const { answer } = await measureProcess([process.execPath, ...argvOf(url, folder).map(String)], signal);
    return answer;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
