import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { casparian, timed } from '../casparian.mjs';

export const title = 'Load a million rows into PostgreSQL';
export const target = 'at most 1.5 × the time of `psql \\copy` with the same rows';

const ROWS = 1_000_000;
const ROUNDS = 3;

export async function measure({ directory, postgres, log }) {
  const home = join(directory, 'home');
  const input = join(directory, 'in');
  mkdirSync(input);
  await writeOrders(join(input, 'orders.csv'));
  log('  reading the file');
  await casparian(home, 'scan', input, '--auto');
  await casparian(home, 'process');
  const csv = join(directory, 'orders-export.csv');
  await casparian(home, 'export', 'orders', '--to', csv);
  const loads = [];
  const copies = [];
  for (let round = 0; round < ROUNDS; round++) {
    const url = await postgres.createDatabase(`load_${round}`);
    loads.push(await casparian(home, 'load', 'orders', '--to', url, '--table', 'orders', '--json'));
    const { rows_inserted: rows } = JSON.parse(loads.at(-1).stdout);
    if (rows !== ROWS) throw new Error(`${rows} rows were loaded`);
    await timed('psql', ['-q', url, '-c', 'CREATE TABLE plain (LIKE orders)']);
    copies.push(await timed('psql', ['-q', url, '-c', `\\copy plain FROM '${csv}' (FORMAT csv, HEADER)`]));
  }
  const [load, copy] = [fastest(loads), fastest(copies)];
  return [
    { what: '`casparian load`', value: `${load.seconds.toFixed(2)} s (${load.cpuSeconds.toFixed(2)} s of CPU)` },
    { what: '`psql \\copy`', value: `${copy.seconds.toFixed(2)} s (${copy.cpuSeconds.toFixed(2)} s of CPU)` },
    { what: 'ratio of the times', value: `${(load.seconds / copy.seconds).toFixed(2)} ×` },
  ];
}

/** Other processes only make a run slower, so the fastest of several is the least disturbed. */
function fastest(runs) {
  return runs.reduce((best, one) => (one.seconds < best.seconds ? one : best));
}

async function writeOrders(path) {
  const file = createWriteStream(path);
  file.write('id,customer,amount,paid,ordered_at,note\n');
  for (let start = 0; start < ROWS; start += 10_000) {
    let text = '';
    for (let id = start; id < start + 10_000; id++) {
      const day = String((id % 28) + 1).padStart(2, '0');
      text += `${id},customer ${id % 1_000},${id % 500}.${String(id % 100).padStart(2, '0')},${id % 3 === 0},2026-03-${day} 10:11:12,note ${id}\n`;
    }
    if (!file.write(text)) await new Promise((resolve) => file.once('drain', resolve));
  }
  await new Promise((resolve) => file.end(resolve));
}
