import { expect } from 'vitest';
import { accountedLines, readTable } from '../read-table.js';

/** What a file must be read as: names, rows, and what else is to be said of it. */
export interface Wanted {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly faults?: readonly string[];
  readonly dialect?: object;
  readonly accounting?: object;
}

export async function expectTable(content: string | Uint8Array, wanted: Wanted, name?: string): Promise<void> {
  const read = await readTable(content, name);
  expect(read.columns).toEqual(wanted.columns);
  const faulty = new Set(read.faults.map(({ row }) => row));
  expect(read.rows.filter((_, row) => !faulty.has(row))).toEqual(wanted.rows);
  expect(read.faults.map(({ code, raw }) => `${code}: ${raw}`)).toEqual(wanted.faults ?? []);
  if (wanted.dialect) expect(read.format).toMatchObject({ dialect: wanted.dialect });
  if (wanted.accounting) expect(read.accounting).toMatchObject(wanted.accounting);
  expect(accountedLines(read.accounting)).toBe(read.accounting.lines);
}
