import { type Cell, cellAt, type IncomingBatch, type IncomingColumn } from '../../contract/index.js';

/** Corrected values of rows, by the number of the row and the name of the column. */
export type Corrections = ReadonlyMap<number, Readonly<Record<string, string | null>>>;

/**
 * The batch with corrected values instead of those of the file. A corrected record is a row, even if it could not be split before: the
 * checker decides whether its values are valid.
 */
export function correctedBatch(batch: IncomingBatch, rowsBefore: number, corrections: Corrections): IncomingBatch {
  const own = [...corrections].filter(([row]) => row > rowsBefore && row <= rowsBefore + batch.rowCount);
  if (own.length === 0) return batch;
  const rows = own.map(([row, values]) => ({ row: row - rowsBefore - 1, values }));
  const names = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const known = new Set(batch.columns.map(({ name }) => name));
  const isCorrected = new Set(rows.map(({ row }) => row));
  return {
    ...batch,
    columns: [
      ...batch.columns.map((column) => (names.has(column.name) ? withValues(column, batch.rowCount, rows) : column)),
      ...[...names]
        .filter((name) => !known.has(name))
        .map((name) => withValues(empty(name, batch), batch.rowCount, rows)),
    ],
    ...(batch.faults === undefined ? {} : { faults: batch.faults.filter(({ row }) => !isCorrected.has(row)) }),
  };
}

interface CorrectedRow {
  readonly row: number;
  readonly values: Readonly<Record<string, string | null>>;
}

function withValues(column: IncomingColumn, rowCount: number, rows: readonly CorrectedRow[]): IncomingColumn {
  const cells: Cell[] = Array.from({ length: rowCount }, (_, row) => cellAt(column, row));
  for (const { row, values } of rows) {
    const value = values[column.name];
    if (value !== undefined) cells[row] = value;
  }
  return { form: 'cells', name: column.name, cells };
}

function empty(name: string, { rowCount }: IncomingBatch): IncomingColumn {
  return { form: 'cells', name, cells: new Array<null>(rowCount).fill(null) };
}
