import type { OutputContract } from '../columns/contract.js';
import type { IncomingBatch, RowFault } from '../columns/incoming.js';
import { createRawRowWriter } from '../columns/raw-row.js';
import { allRows, rowsBetween, runsBetween } from '../columns/row-runs.js';
import type { OutputColumn, TypedBatch } from '../columns/typed.js';
import { type CheckedColumn, type CheckOptions, createColumnCheck } from './column-check.js';
import { createLineTemplates } from './line-template.js';
import { createMatchColumns } from './match-columns.js';
import { NO_ROWS, type QuarantinedRows, rowsOfBatch } from './quarantined-rows.js';
import { createUniqueCheck } from './unique-check.js';

export interface CheckedBatch {
  readonly valid: TypedBatch;
  readonly quarantined: QuarantinedRows;
}

/** Checks the batches of one output in order: counts rows and remembers the values of unique columns. */
export interface Checker {
  readonly columns: readonly OutputColumn[];
  /** The number of empty texts that became null, by column. */
  readonly emptyTexts: ReadonlyMap<string, number>;
  check(batch: IncomingBatch): CheckedBatch;
  /** Row numbers restart at 1 for another file; the values of unique columns are kept. */
  restart(): void;
}

export function createChecker(contract: OutputContract, options: CheckOptions = {}): Checker {
  const matchColumns = createMatchColumns(contract);
  const checks = contract.columns.map((column) => createColumnCheck(column, options));
  const checkUnique = createUniqueCheck(contract);
  const emptyTexts = new Map<string, number>();
  let rowsBefore = 0;

  return {
    columns: contract.columns.map(({ name, type, required }) => ({ name, type, required })),
    emptyTexts,
    check(batch) {
      const { rowCount, faults = NO_FAULTS } = batch;
      const matched = matchColumns(batch);
      const checked = checks.map((check, index) => check(matched[index] ?? null, rowCount));
      addEmptyTexts(emptyTexts, contract, checked);
      const bad = badRows(checked, rowCount);
      for (const { row } of faults) bad[row] = 1;
      checkUnique(checked, bad, rowsBefore);
      const isClean = faults.length === 0 && checked.every(({ problems }) => problems.count === 0);
      const runs = isClean ? allRows(rowCount) : runsBetween(bad);
      const result: CheckedBatch = {
        valid: { columns: checked.map(({ typed }) => typed), runs, rowsBefore },
        quarantined: isClean
          ? NO_ROWS
          : quarantinedRows(contract, batch, checked, rowsBetween(runs, rowCount), rowsBefore),
      };
      rowsBefore += rowCount;
      return result;
    },
    restart() {
      rowsBefore = 0;
      emptyTexts.clear();
    },
  };
}

const NO_FAULTS: readonly RowFault[] = [];

function addEmptyTexts(
  sums: Map<string, number>,
  { columns }: OutputContract,
  checked: readonly CheckedColumn[],
): void {
  for (const [index, { name }] of columns.entries()) {
    const found = checked[index]?.emptyTexts ?? 0;
    if (found > 0) sums.set(name, (sums.get(name) ?? 0) + found);
  }
}

/** One byte per row, 1 where any column has a problem. */
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
): QuarantinedRows {
  const writeRaw = createRawRowWriter(batch, rows.length);
  const source = {
    rowsBefore,
    wrongColumns: contract.columns.flatMap(({ name }, index) => {
      const problems = checked[index]?.problems;
      return problems && problems.count > 0 ? [{ name, problems }] : [];
    }),
    faults: faultsByRow(batch),
    suffix: contract.inferred ? ' (no contract: the type was inferred from the first batch)' : '',
    writeRaw,
    writeTemplate: createLineTemplates(batch, writeRaw),
  };
  return rowsOfBatch(source, rows);
}

function faultsByRow({ faults = NO_FAULTS }: IncomingBatch): ReadonlyMap<number, RowFault> | null {
  return faults.length === 0 ? null : new Map(faults.map((fault) => [fault.row, fault]));
}
