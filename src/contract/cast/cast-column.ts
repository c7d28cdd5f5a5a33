import type { IncomingColumn } from '../columns/incoming.js';
import type { TypedColumn } from '../columns/typed.js';
import type { Cast } from './values/cast.js';
import { createColumnCast } from './values/value-cast.js';
import { readDictionary } from './fast/dictionary-path.js';
import { createFastRoad } from './fast/fast-path.js';
import type { ColumnProblems } from '../problems/column-problems.js';
import type { ColumnContract } from '../columns/contract.js';
import { createNullTexts } from './null-texts.js';
import { createAsk } from './reference-cast.js';
import { createSlots } from './slots.js';

/** Brings a column into its type, by the fastest road there is from the form it came in. */
export type ColumnRoad = (column: IncomingColumn | null, rowCount: number, problems: ColumnProblems) => TypedColumn;

export function createColumnRoad(contract: ColumnContract): ColumnRoad {
  const cast = createColumnCast(contract);
  const fastRoad = createFastRoad(contract, cast);
  const withoutNullTexts = createNullTexts(contract);
  const road: ColumnRoad = (given, rowCount, problems) => {
    const column = given === null ? null : withoutNullTexts(given);
    if (column?.form !== 'arrow') return byReference(contract, cast, column, rowCount, problems);
    return (
      readDictionary(column, problems, road) ??
      fastRoad(column, problems) ??
      byReference(contract, cast, column, rowCount, problems)
    );
  };
  return road;
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
  const ask = createAsk(column, cast, problems);
  let present: Uint8Array | null = null;
  for (let row = 0; row < rowCount; row += 1) {
    const value = ask(row);
    if (value !== undefined) {
      slots.put(row, value);
    } else if (!problems.has(row)) {
      present ??= new Uint8Array(rowCount).fill(1);
      present[row] = 0;
    }
  }
  return slots.column(present);
}
