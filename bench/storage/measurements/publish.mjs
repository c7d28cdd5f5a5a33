import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectSqlite } from '../../../dist/engine/index.js';
import { casparian } from '../casparian.mjs';

export const title = 'Publish 10,000 files as a Delta table';
export const target = 'at most 5 s';

const FILES = 10_000;

export async function measure({ directory, log }) {
  const home = join(directory, 'home');
  const input = join(directory, 'in');
  mkdirSync(input);
  writeFileSync(
    join(input, 'orders.csv'),
    `id,amount\n${Array.from({ length: 100 }, (_, id) => `${id},${id}.5`).join('\n')}\n`,
  );
  await casparian(home, 'scan', input, '--auto');
  await casparian(home, 'process');
  log('  copying the output');
  multiply(home);
  const first = await casparian(home, 'datasets', 'publish', 'orders', '--delta', '--json');
  const again = await casparian(home, 'datasets', 'publish', 'orders', '--delta', '--json');
  const { files_added: added } = JSON.parse(first.stdout);
  if (added !== FILES) throw new Error(`${added} files were added`);
  return [
    { what: 'the first publication', value: `${first.seconds.toFixed(2)} s (${first.cpuSeconds.toFixed(2)} s of CPU)` },
    { what: 'one without changes', value: `${again.seconds.toFixed(2)} s (${again.cpuSeconds.toFixed(2)} s of CPU)` },
  ];
}

/** Registers copies of one output as the outputs of other jobs. Running ten thousand jobs would take minutes and measure something else. */
function multiply(home) {
  const database = connectSqlite(join(home, 'casparian.db'));
  try {
    const row = database.prepare('SELECT * FROM cf_outputs').all()[0];
    const names = Object.keys(row);
    const insert = database.prepare(
      `INSERT INTO cf_outputs (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    database.exec('BEGIN');
    for (let index = 1; index < FILES; index++) {
      const job = randomUUID();
      const path = `${dirname(row.path)}/${job}-1.parquet`;
      copyFileSync(join(home, 'output', row.path), join(home, 'output', path));
      const copy = { ...row, id: randomUUID(), job_id: job, file_id: randomUUID(), path };
      insert.run(...names.map((name) => copy[name]));
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
