import { makeData, Type } from 'apache-arrow';
import type { Data, Utf8 } from 'apache-arrow';
import { cellAt } from '../columns/cell-at.js';
import type { Cell } from '../columns/cell.js';
import type { ArrowColumn, IncomingColumn } from '../columns/incoming.js';
import { presentOf, variableBytesOf } from '../columns/arrow-buffers.js';
import { entriesToCast } from './fast/dictionary-path.js';
import { trimmed } from './values/cast.js';
import type { ColumnContract } from '../columns/contract.js';

/** Replaces null texts by null before any cast, so that all paths agree on them. */
export type NullTexts = (column: IncomingColumn) => IncomingColumn;

/** Spaces around such a text are ignored in all types except text. */
export function createNullTexts({ nulls, type }: Pick<ColumnContract, 'nulls' | 'type'>): NullTexts {
  if (nulls.length === 0) return (column) => column;
  const texts = new Set(nulls);
  const isText = type.kind === 'string' || type.kind === 'json' || type.kind === 'binary';
  const isNull = (cell: Cell): boolean => typeof cell === 'string' && texts.has(isText ? cell : trimmed(cell));
  const mayBeNull = createByteFilter(nulls, isText);

  return (column) => {
    if (column.form === 'cells') return { ...column, cells: column.cells.map((cell) => (isNull(cell) ? null : cell)) };
    const { typeId, length } = column.data;
    if (typeId === Type.Utf8 || typeId === Type.LargeUtf8) return withoutTexts(column, isNull, mayBeNull);
    // The entries of a dictionary pass through here themselves when they are cast.
    if (typeId !== Type.Dictionary || entriesToCast(column.data) !== null) return column;
    const cells = Array.from({ length }, (_, row) => cellAt(column, row));
    return { form: 'cells', name: column.name, cells: cells.map((cell) => (isNull(cell) ? null : cell)) };
  };
}

type ByteFilter = (bytes: Uint8Array, start: number, end: number) => boolean;

/** Rules out most values by their first byte and length, without decoding them. */
function createByteFilter(nulls: readonly string[], isExact: boolean): ByteFilter {
  const longest = Math.max(...nulls.map((text) => Buffer.byteLength(text)));
  const firsts = new Uint8Array(256);
  for (const text of nulls) firsts[Buffer.from(text)[0] ?? 0] = 1;
  const hasEmpty = nulls.includes('');
  if (!isExact) for (const space of [0x09, 0x0a, 0x0d, 0x20]) firsts[space] = 1;
  return (bytes, start, end) => {
    if (start === end) return hasEmpty;
    const first = bytes[start] ?? 0;
    if (firsts[first] === 0) return false;
    return end - start <= longest || (!isExact && (first <= 0x20 || (bytes[end - 1] ?? 0) <= 0x20));
  };
}

function withoutTexts(column: ArrowColumn, isNull: (cell: Cell) => boolean, mayBeNull: ByteFilter): ArrowColumn {
  const given = variableBytesOf(column.data);
  if (given === null) return column;
  const { offsets, bytes } = given;
  const present = presentOf(column.data);
  let left: Uint8Array | null = null;
  for (let row = 0; row < column.data.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    if (!mayBeNull(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0) || !isNull(cellAt(column, row))) continue;
    left ??= present ?? new Uint8Array(column.data.length).fill(1);
    left[row] = 0;
  }
  return left === null ? column : { ...column, data: withPresent(column.data, left) };
}

/** The same buffers with other nulls. */
function withPresent(data: Data, present: Uint8Array): Data {
  const nullBitmap = new Uint8Array((data.length + 7) >> 3);
  let nullCount = 0;
  for (let row = 0; row < data.length; row += 1) {
    if (present[row] === 1) nullBitmap[row >> 3] = (nullBitmap[row >> 3] ?? 0) | (1 << (row & 7));
    else nullCount += 1;
  }
  const { type, length, valueOffsets, values } = data as Data<Utf8>;
  return makeData({ type, length, nullCount, nullBitmap, valueOffsets, data: values });
}
