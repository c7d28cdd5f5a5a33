import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell } from '../../src/contract/columns/cell.js';
import { cellAt } from '../../src/contract/columns/cell-at.js';
import { detectFormat, openReader } from '../../src/tables/detect-format.js';
import type { FormatOptions } from '../../src/tables/format.js';
import type { FileFormat } from '../../src/tables/formats.js';
import type { LineAccounting, SkippedLine, WrittenAs } from '../../src/tables/table/table-reader.js';
import type { RowFault } from '../../src/contract/columns/incoming.js';

export interface ReadTable {
  readonly format: FileFormat;
  readonly columns: readonly string[];
  /** Faulty rows are in it, with nulls. */
  readonly rows: readonly (readonly Cell[])[];
  /** The line each row begins on. */
  readonly lines: readonly number[];
  /** With the row counted over the whole file. */
  readonly faults: readonly RowFault[];
  readonly accounting: LineAccounting;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  /** Lines that are not rows. */
  readonly skipped: readonly SkippedLine[];
  readonly written: readonly WrittenAs[];
}

/** Writes a file, finds out what it is and reads all of it. */
export async function readTable(
  content: string | Uint8Array,
  name = 'table.csv',
  options: FormatOptions = {},
): Promise<ReadTable> {
  const folder = mkdtempSync(join(tmpdir(), 'casparian-reader-'));
  try {
    const path = join(folder, name);
    writeFileSync(path, content);
    return await readFile(path, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function readFile(path: string, options: FormatOptions = {}): Promise<ReadTable> {
  const file = { name: path, path, bytes: undefined };
  const format = await detectFormat(file, options);
  const reader = await openReader(file, format);
  const rows: Cell[][] = [];
  const lines: number[] = [];
  const faults: RowFault[] = [];
  const skipped: SkippedLine[] = [];
  const { signal } = new AbortController();
  for await (const { batch, lines: begins, faults: found } of reader.batches(signal, (line) => skipped.push(line))) {
    faults.push(...found.map((fault) => ({ ...fault, row: fault.row + rows.length })));
    for (let row = 0; row < batch.rowCount; row += 1) rows.push(batch.columns.map((column) => cellAt(column, row)));
    lines.push(...begins.subarray(0, batch.rowCount));
  }
  const { columns, accounting, notes = [], warnings = [], written = [] } = reader;
  return { format, columns, rows, lines, faults, accounting, notes, warnings: [...warnings], skipped, written };
}

export function accountedLines({ header, preamble, rows, skipped }: LineAccounting): number {
  return header + preamble + rows + skipped.blank + skipped.comment + skipped.footer;
}
