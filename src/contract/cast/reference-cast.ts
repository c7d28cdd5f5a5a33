import { strict as assert } from 'node:assert';
import type { Cell } from '../columns/cell.js';
import { cellAt } from '../columns/cell-at.js';
import type { IncomingColumn } from '../columns/incoming.js';
import { createAsciiText, type AsciiText } from '../columns/arrow-buffers.js';
import type { Cast, CastValue } from './values/cast.js';
import type { ColumnProblems } from '../problems/column-problems.js';
import { isProblem } from '../problems/row-error.js';

/**
 * Casts the value of a row with the reference cast; undefined if the value is wrong, which is recorded as a problem.
 */
export type RowCast = (row: number) => CastValue | undefined;

/**
 * From this number on, the texts of all rows are decoded together: usually either few values need the reference cast,
 * or all.
 */
const MANY_VALUES = 256;

export function createRowCast(column: IncomingColumn, cast: Cast, problems: ColumnProblems): RowCast {
  let text: AsciiText | null = null;
  let asked = 0;
  const given = (row: number): Cell => {
    asked += 1;
    if (asked === MANY_VALUES) text = createAsciiText(column);
    return text === null ? cellAt(column, row) : text.at(row);
  };
  const refuse = problems.because((row) => {
    const cell = given(row);
    const refusal = cell === null ? null : cast(cell);
    assert(isProblem(refusal), 'a cast that refused a value refuses it again');
    return refusal;
  });
  return (row) => {
    const cell = given(row);
    if (cell === null) return undefined;
    const value = cast(cell);
    if (!isProblem(value)) return value;
    refuse(row, value.errorType, typeof cell === 'string' && value.cell === cell ? value.reason : undefined);
    return undefined;
  };
}
