import type { IncomingBatch } from '../columns/incoming.js';
import { allRows, rowsBetween, runsBetween } from '../columns/row-runs.js';
import type { RowFault } from '../columns/row-fault.js';
import type { OutputColumn, TypedBatch } from '../columns/typed.js';
import { createColumnCheck, type CheckedColumn } from './column-check.js';
import type { OutputContract } from '../columns/contract.js';
import { createMatchColumns } from './match-columns.js';
import { createRawRows } from '../columns/raw-row.js';
import { RowOfBatch, type QuarantinedRow } from './quarantined-row.js';
import { createUniqueCheck } from './unique-check.js';

export type { QuarantinedRow } from './quarantined-row.js';
export type { ErrorType, RowError } from '../problems/row-error.js';

export interface CheckedBatch {
  readonly valid: TypedBatch;
  readonly quarantined: readonly QuarantinedRow[];
}

/** Splits the batches of one output, in their order: it counts rows and remembers the values of unique columns. */
export interface Checker {
  readonly columns: readonly OutputColumn[];
  check(batch: IncomingBatch): CheckedBatch;
  /** Rows are numbered from 1 again, as those of another file; what is unique stays so. */
  restart(): void;
}

export function createChecker(contract: OutputContract): Checker {
  const matchColumns = createMatchColumns(contract);
  const checks = contract.columns.map(createColumnCheck);
  const checkUnique = createUniqueCheck(contract);
  let rowsBefore = 0;

  return {
    columns: contract.columns.map(({ name, type, required }) => ({ name, type, required })),
    check(batch) {
      const { rowCount, faults = NO_FAULTS } = batch;
      const matched = matchColumns(batch);
      const checked = checks.map((check, index) => check(matched[index] ?? null, rowCount));
      const bad = badRows(checked, rowCount);
      for (const { row } of faults) bad[row] = 1;
      checkUnique(checked, bad, rowsBefore);
      const isClean = faults.length === 0 && checked.every(({ problems }) => problems.count === 0);
      const runs = isClean ? allRows(rowCount) : runsBetween(bad);
      const result: CheckedBatch = {
        valid: { columns: checked.map(({ typed }) => typed), runs, rowsBefore },
        quarantined: isClean ? [] : quarantinedRows(contract, batch, checked, rowsBetween(runs, rowCount), rowsBefore),
      };
      rowsBefore += rowCount;
      return result;
    },
    restart() {
      rowsBefore = 0;
    },
  };
}

const NO_FAULTS: readonly RowFault[] = [];

/** One byte a row, 1 where any column has a problem. */
function badRows(checked: readonly CheckedColumn[], rowCount: number): Uint8Array {
  const bad = new Uint8Array(rowCount);
  for (const { problems } of checked) problems.mark(bad);
  return bad;
}

function quarantinedRows(
  contract: OutputContract,
  batch: IncomingBatch,
  checked: readonly CheckedColumn[],
  rows: Int32Array,
  rowsBefore: number,
): readonly QuarantinedRow[] {
  const source = {
    rowsBefore,
    wrongColumns: contract.columns.flatMap(({ name }, index) => {
      const problems = checked[index]?.problems;
      return problems && problems.count > 0 ? [{ name, problems }] : [];
    }),
    faults: faultsByRow(batch),
    suffix: contract.inferred ? ' (no contract: the type was taken from the first batch)' : '',
    rawRow: createRawRows(batch, rows.length),
  };
  return Array.from(rows, (row) => new RowOfBatch(source, row));
}

function faultsByRow({ faults = NO_FAULTS }: IncomingBatch): ReadonlyMap<number, RowFault> | null {
  return faults.length === 0 ? null : new Map(faults.map((fault) => [fault.row, fault]));
}
