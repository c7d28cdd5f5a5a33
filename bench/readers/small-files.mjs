import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRowWriter, HEADER } from '../parse/data/rows.mjs';

const FILES = 1_000;
const ROWS = 100;

/** A thousand files of a hundred rows, no two alike, written once and kept. */
export function smallFiles(folder) {
  if (!existsSync(folder)) {
    const draft = `${folder}.draft`;
    mkdirSync(draft, { recursive: true });
    const nextRow = createRowWriter({ isClean: true });
    for (let file = 0; file < FILES; file++) {
      const rows = Array.from({ length: ROWS }, () => nextRow());
      writeFileSync(join(draft, `orders-${String(file).padStart(4, '0')}.csv`), HEADER + rows.join(''));
    }
    renameSync(draft, folder);
  }
  return { glob: join(folder, '*.csv'), allRows: FILES * ROWS };
}
