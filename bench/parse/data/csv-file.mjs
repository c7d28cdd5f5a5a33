import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countBadRows, createRowWriter, HEADER } from './rows.mjs';

const FOLDER = fileURLToPath(new URL('../../.cache/parse', import.meta.url));

/** Part of the file name: increase it when the output of rows.mjs changes. */
const GENERATION = 1;

const ROWS_PER_WRITE = 50_000;

/** The input with this many rows, written once and kept. */
export function csvFile(rows, log) {
  const path = join(FOLDER, `orders-${rows}-v${GENERATION}.csv`);
  if (!existsSync(path)) {
    log(`writing ${rows.toLocaleString('en-US')} rows (once)`);
    write(path, rows);
  }
  return { path, rows, badRows: countBadRows(rows), bytes: statSync(path).size };
}

/** Reads the input, so that it is in the page cache for every run. */
export function warm({ path }) {
  readFileSync(path);
}

/** Renamed into place, so that a partial file is never measured. */
function write(path, rows) {
  mkdirSync(FOLDER, { recursive: true });
  const draft = `${path}.draft`;
  const descriptor = openSync(draft, 'w');
  const nextRow = createRowWriter();
  writeSync(descriptor, HEADER);
  for (let written = 0; written < rows; written += ROWS_PER_WRITE) {
    let text = '';
    for (let row = Math.min(ROWS_PER_WRITE, rows - written); row > 0; row--) text += nextRow();
    writeSync(descriptor, text);
  }
  closeSync(descriptor);
  renameSync(draft, path);
}
