import { strict as assert } from 'node:assert';
import { Type } from 'apache-arrow';
import type { Data } from 'apache-arrow';
import type { ArrowColumn } from '../../columns/incoming.js';
import type { TypedColumn } from '../../columns/typed.js';
import { createColumnProblems, type ColumnProblems } from '../../problems/column-problems.js';
import type { ColumnCast } from '../column-cast.js';
import { takeRows } from '../../columns/take-rows.js';
import { presentOf } from '../../columns/arrow-buffers.js';

/**
 * A dictionary column (a categorical of pandas): each entry is cast once and then copied to its rows. Null if the
 * column is not a dictionary, or if its dictionary has several chunks or is larger than the column.
 */
export function readDictionary(
  column: ArrowColumn,
  problems: ColumnProblems,
  castColumn: ColumnCast,
): TypedColumn | null {
  const data = column.data;
  const entries = entriesToCast(data);
  if (entries === null) return null;

  const entryProblems = createColumnProblems(entries.length);
  const cast = castColumn({ form: 'arrow', name: column.name, data: entries }, entries.length, entryProblems);
  const indices = indicesOf(data, entries.length);
  const taken = takeRows(cast, indices.rows);
  if (entryProblems.count > 0) {
    const refuse = problems.because((row) => {
      const found = entryProblems.at(indices.rows[row] ?? 0);
      assert(found, 'a row is refused for its entry');
      return found;
    });
    for (let row = 0; row < data.length; row += 1) {
      const cause = entryProblems.causeAt(indices.rows[row] ?? 0);
      if (indices.present?.[row] !== 0 && cause !== undefined) refuse(row, cause.type);
    }
  }
  return { ...taken, present: bothPresent(taken.present, indices.present) };
}

/** The entries of a dictionary that are cast once each; null if the rows are cast one by one. */
export function entriesToCast(data: Data): Data | null {
  if (data.typeId !== Type.Dictionary) return null;
  const chunks = (data.dictionary?.data ?? []) as readonly Data[];
  const [entries] = chunks;
  return entries === undefined || chunks.length > 1 || entries.length > data.length ? null : entries;
}

interface Indices {
  readonly rows: Int32Array;
  readonly present: Uint8Array | null;
}

/** An index without an entry is null, as in `cellAt`. */
function indicesOf(data: Data, entryCount: number): Indices {
  const values = data.values as ArrayLike<number | bigint>;
  const rows = new Int32Array(data.length);
  let present = presentOf(data);
  for (let row = 0; row < data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const index = Number(values[row]);
    if (index >= 0 && index < entryCount) {
      rows[row] = index;
    } else {
      present ??= new Uint8Array(data.length).fill(1);
      present[row] = 0;
    }
  }
  return { rows, present };
}

/** An entry may itself be null. */
function bothPresent(entry: Uint8Array | null, index: Uint8Array | null): Uint8Array | null {
  if (entry === null || index === null) return entry ?? index;
  return entry.map((value, row) => value & (index[row] ?? 0));
}
