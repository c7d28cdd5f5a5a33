import type { IncomingColumn } from '../columns/incoming.js';
import type { TypedColumn } from '../columns/typed.js';
import type { Cast } from './values/cast.js';
import { createValueCast } from './values/value-cast.js';
import { readDictionary } from './fast/dictionary-path.js';
import { createFastPath } from './fast/fast-path.js';
import type { ColumnProblems } from '../problems/column-problems.js';
import type { ColumnContract } from '../columns/contract.js';
import { createNullTexts } from './null-texts.js';
import { createRowCast } from './reference-cast.js';
import { createSlots } from './slots.js';

/** Converts a column to the type of its contract, on the fastest path for its current form. */
export type ColumnCast = (column: IncomingColumn | null, rowCount: number, problems: ColumnProblems) => TypedColumn;

export function createColumnCast(contract: ColumnContract): ColumnCast {
  const cast = createValueCast(contract);
  const fastPath = createFastPath(contract, cast);
  const withoutNullTexts = createNullTexts(contract);
  const castColumn: ColumnCast = (given, rowCount, problems) => {
    const column = given === null ? null : withoutNullTexts(given);
    if (column?.form !== 'arrow') return byReference(contract, cast, column, rowCount, problems);
    return (
      readDictionary(column, problems, castColumn) ??
      fastPath(column, problems) ??
      byReference(contract, cast, column, rowCount, problems)
    );
  };
  return castColumn;
}

function byReference(
  { type }: ColumnContract,
  cast: Cast,
  column: IncomingColumn | null,
  rowCount: number,
  problems: ColumnProblems,
): TypedColumn {
  const slots = createSlots(type, rowCount);
  if (column === null) return slots.column(new Uint8Array(rowCount));
  const castRow = createRowCast(column, cast, problems);
  let present: Uint8Array | null = null;
  for (let row = 0; row < rowCount; row += 1) {
    const value = castRow(row);
    if (value !== undefined) {
      slots.put(row, value);
    } else if (!problems.has(row)) {
      present ??= new Uint8Array(rowCount).fill(1);
      present[row] = 0;
    }
  }
  return slots.column(present);
}
