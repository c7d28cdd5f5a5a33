import type { IncomingColumn } from '../columns/incoming.js';
import type { TypedColumn } from '../columns/typed.js';
import { createColumnProblems, type ColumnProblems } from '../problems/column-problems.js';
import { createConstraints, type Constraint } from './constraint.js';
import type { ColumnContract } from '../columns/contract.js';
import { createColumnCast } from '../cast/column-cast.js';
import { createCountEmptyTexts } from '../cast/empty-texts.js';
import { problem } from '../problems/row-error.js';

/** All rows of one column in its type. The slot of a row with a problem has an undefined value. */
export interface CheckedColumn {
  readonly typed: TypedColumn;
  readonly problems: ColumnProblems;
  /** The number of empty texts that became null. */
  readonly emptyTexts: number;
}

export interface CheckOptions {
  /**
   * Whether an empty text is null in columns that have no empty values. Parsers copy empty fields as they are; readers
   * have already made null of them.
   */
  readonly emptyTextsAreNull?: boolean;
}

/** A null column is missing from the batch: every row is null. */
export type ColumnCheck = (column: IncomingColumn | null, rowCount: number) => CheckedColumn;

export function createColumnCheck(contract: ColumnContract, options: CheckOptions = {}): ColumnCheck {
  const constraints = createConstraints(contract);
  const castColumn = createColumnCast(contract);
  const countEmptyTexts = options.emptyTextsAreNull === true ? createCountEmptyTexts(contract) : null;
  const castWithoutEmptyTexts = createColumnCast({ ...contract, nulls: [...contract.nulls, ''] });
  return (column, rowCount) => {
    const problems = createColumnProblems(rowCount);
    const emptyTexts = column === null ? 0 : (countEmptyTexts?.(column) ?? 0);
    const typed = (emptyTexts === 0 ? castColumn : castWithoutEmptyTexts)(column, rowCount, problems);
    if (contract.required) reportMissing(typed, problems);
    for (const constraint of constraints) checkConstraint(constraint, typed, rowCount, problems);
    return { typed, problems, emptyTexts };
  };
}

const MISSING = problem('null_required', null, 'is required but has no value');

function reportMissing({ present }: TypedColumn, problems: ColumnProblems): void {
  if (present === null) return;
  const refuse = problems.because(() => MISSING);
  for (let row = present.indexOf(0); row !== -1; row = present.indexOf(0, row + 1)) {
    refuse(row, MISSING.errorType);
  }
}

function checkConstraint(constraint: Constraint, typed: TypedColumn, rowCount: number, problems: ColumnProblems): void {
  const refuse = problems.because((row) => constraint.explain(typed, row));
  for (let row = 0; row < rowCount; row += 1) {
    if (typed.present?.[row] === 0 || problems.has(row)) continue;
    if (!constraint.holds(typed, row)) refuse(row, constraint.errorType);
  }
}
