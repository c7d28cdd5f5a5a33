import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '../read-table.js';

interface Written {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

test("what Python's csv module writes is read as Python reads it, without being told the dialect", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-python-csv-'));
  try {
    const script = join(import.meta.dirname, 'fixtures/write-csv.py');
    const written = JSON.parse(execFileSync('python3', [script, folder, '30'], { encoding: 'utf8' })) as Written[];
    for (const [number, { names, rows }] of written.entries()) {
      const read = await readFile(join(folder, `${number}.csv`));
      expect(read.columns, `${number}.csv`).toEqual(names);
      expect(read.faults, `${number}.csv`).toEqual([]);
      // Python has no null: a field without quotes that is empty is an empty text.
      expect(
        read.rows.map((row) => row.map((cell) => cell ?? '')),
        `${number}.csv`,
      ).toEqual(rows);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
