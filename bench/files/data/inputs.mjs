import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { countBadRows, createRowWriter, HEADER } from '../../parse/data/rows.mjs';
import { madeOnce } from './made-once.mjs';

/** Part of the folder names: increase it when the written data changes. */
const GENERATION = 1;

const ROWS_PER_FILE = 1_000;
const FEW_ROWS = 100;
const FILES_PER_FOLDER = 1_000;
const LARGE_FILES = 8;
const BLOCK_BYTES = 2 ** 22;

/** CSV files of 1,000 rows each: of clean rows, or with about two bad ones in each. */
export function csvFiles(files, { isClean }, log) {
  const folder = madeOnce(`orders-${files}-${isClean ? 'clean' : 'mixed'}-v${GENERATION}`, log, (draft) => {
    const nextRow = createRowWriter({ isClean });
    for (let file = 0; file < files; file++) {
      const rows = Array.from({ length: ROWS_PER_FILE }, nextRow);
      writeFileSync(join(draft, `orders-${String(file).padStart(5, '0')}.csv`), HEADER + rows.join(''));
    }
  });
  const rows = files * ROWS_PER_FILE;
  return { folder, files, rows, badRows: isClean ? 0 : countBadRows(rows) };
}

/** CSV files of 100 rows each, no two alike: files with the same content share a job. */
export function fewRows(files, log) {
  const folder = madeOnce(`few-${files}-v${GENERATION}`, log, (draft) => {
    const nextRow = createRowWriter({ isClean: true });
    for (let file = 0; file < files; file++) {
      const rows = Array.from({ length: FEW_ROWS }, nextRow);
      writeFileSync(join(draft, `orders-${String(file).padStart(5, '0')}.csv`), HEADER + rows.join(''));
    }
  });
  return { folder, files };
}

/** A tree of small files with different contents. */
export function smallFiles(files, log) {
  const folder = madeOnce(`small-${files}-v${GENERATION}`, log, (draft) => {
    for (let file = 0; file < files; file++) {
      const parent = join(draft, String(Math.trunc(file / FILES_PER_FOLDER)).padStart(3, '0'));
      if (file % FILES_PER_FOLDER === 0) mkdirSync(parent);
      writeFileSync(join(parent, `${file}.csv`), `id\n${file}\n`);
    }
  });
  return { folder, files };
}

/** A few large files, no two blocks alike. */
export function largeFiles(bytes, log) {
  const folder = madeOnce(`large-${bytes}-v${GENERATION}`, log, (draft) => {
    const block = Buffer.alloc(BLOCK_BYTES, 1);
    for (let file = 0, number = 0; file < LARGE_FILES; file++) {
      const descriptor = openSync(join(draft, `large-${file}.bin`), 'w');
      for (let written = 0; written < bytes / LARGE_FILES; written += BLOCK_BYTES) {
        block.writeUInt32LE(++number);
        writeSync(descriptor, block);
      }
      closeSync(descriptor);
    }
  });
  return { folder, bytes };
}
