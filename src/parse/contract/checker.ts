import type { IncomingBatch } from '../columns/incoming.js';
import type { OutputColumn, TypedBatch } from '../columns/typed.js';
import { createColumnCheck, type CheckedColumn } from './column-check.js';
import type { OutputContract } from './contract.js';
import { createMatchColumns } from './match-columns.js';
import { createRawRows } from './raw-row.js';
import { RowOfBatch, type QuarantinedRow } from './quarantined-row.js';
import { numbered } from './row-numbers.js';
import { takeRows } from './take-rows.js';
import { createUniqueCheck } from './unique/unique-check.js';

export type { QuarantinedRow } from './quarantined-row.js';
export type { ErrorType, RowError } from './row-error.js';

export interface CheckedBatch {
  readonly valid: TypedBatch;
  readonly quarantined: readonly QuarantinedRow[];
}

/** Splits the batches of one output, in their order: it counts rows and remembers the values of unique columns. */
export interface Checker {
  readonly columns: readonly OutputColumn[];
  check(batch: IncomingBatch): CheckedBatch;
}

export function createChecker(contract: OutputContract): Checker {
  const matchColumns = createMatchColumns(contract);
  const checks = contract.columns.map(createColumnCheck);
  const checkUnique = createUniqueCheck(contract);
  let rowsBefore = 0;

  return {
    columns: contract.columns.map(({ name, type, required }) => ({ name, type, required })),
    check(batch) {
      const { rowCount } = batch;
      const matched = matchColumns(batch);
      const checked = checks.map((check, index) => check(matched[index] ?? null, rowCount));
      const bad = badRows(checked, rowCount);
      checkUnique(checked, bad, rowsBefore);
      const split = splitRows(checked, bad, rowCount);
      const result: CheckedBatch = {
        valid: {
          rowCount: split.good === null ? rowCount : split.good.length,
          columns: split.good === null ? checked.map(({ typed }) => typed) : kept(checked, split.good),
          rowNumbers: numbered(rowsBefore, rowCount, split.good),
        },
        quarantined: quarantinedRows(contract, batch, checked, split.bad, rowsBefore),
      };
      rowsBefore += rowCount;
      return result;
    },
  };
}

/** One byte a row, 1 where any column has a problem. */
function badRows(checked: readonly CheckedColumn[], rowCount: number): Uint8Array {
  const bad = new Uint8Array(rowCount);
  for (const { problems } of checked) {
    if (problems.count === 0) continue;
    for (let row = 0; row < rowCount; row += 1) if (problems.has(row)) bad[row] = 1;
  }
  return bad;
}

interface SplitRows {
  /** Null when every row is good. */
  readonly good: Int32Array | null;
  readonly bad: Int32Array;
}

function splitRows(checked: readonly CheckedColumn[], bad: Uint8Array, rowCount: number): SplitRows {
  if (checked.every(({ problems }) => problems.count === 0)) return { good: null, bad: new Int32Array(0) };
  const rows = { good: new Int32Array(rowCount), bad: new Int32Array(rowCount) };
  let goodCount = 0;
  let badCount = 0;
  for (let row = 0; row < rowCount; row += 1) {
    if (bad[row] === 0) rows.good[goodCount++] = row;
    else rows.bad[badCount++] = row;
  }
  return { good: rows.good.subarray(0, goodCount), bad: rows.bad.subarray(0, badCount) };
}

function kept(checked: readonly CheckedColumn[], good: Int32Array): TypedBatch['columns'] {
  return checked.map(({ typed }) => takeRows(typed, good));
}

function quarantinedRows(
  contract: OutputContract,
  batch: IncomingBatch,
  checked: readonly CheckedColumn[],
  rows: Int32Array,
  rowsBefore: number,
): readonly QuarantinedRow[] {
  if (rows.length === 0) return [];
  const source = {
    rowsBefore,
    wrongColumns: contract.columns.flatMap(({ name }, index) => {
      const problems = checked[index]?.problems;
      return problems && problems.count > 0 ? [{ name, problems }] : [];
    }),
    suffix: contract.inferred ? ' (no contract: the type was taken from the first batch)' : '',
    rawRow: createRawRows(batch, rows.length),
  };
  return Array.from(rows, (row) => new RowOfBatch(source, row));
}
