import assert from 'node:assert';
import type { TypedColumn } from '../../columns/typed.js';
import { WIDE_DECIMAL_BYTES } from './schema.js';
import type { PageBuffer } from './page.js';

/** Appends rows `from` to `to` to the values of a page; rows that are not `present` take no space. */
export interface FixedWidthValues {
  readonly bytesPerValue: number;
  copy(column: TypedColumn, from: number, to: number, present: Uint8Array | null, page: PageBuffer): void;
}

/**
 * How values of a width are copied into a page. PLAIN equals a typed array on a little-endian machine, so a page
 * without nulls is a memory copy.
 */
export function fixedWidthValues(bytesPerValue: 1 | 4 | 8 | 16): FixedWidthValues {
  switch (bytesPerValue) {
    case 1:
      return { bytesPerValue, copy: copyBytes };
    case 4:
      return { bytesPerValue, copy: (...rows) => copyWords(1, ...rows) };
    case 8:
      return { bytesPerValue, copy: (...rows) => copyWords(2, ...rows) };
    case 16:
      return { bytesPerValue, copy: copyBigEndian };
  }
}

// The loops below write every value and advance only after present ones: a branch on random nulls costs more than a
// write that is overwritten.

function copyWords(
  wordsPerValue: 1 | 2,
  column: TypedColumn,
  from: number,
  to: number,
  present: Uint8Array | null,
  page: PageBuffer,
): void {
  const values = wordValues(column);
  const source = new Int32Array(values.buffer, values.byteOffset, values.length * wordsPerValue);
  const target = page.words;
  let at = page.end >>> 2;
  if (!present) {
    target.set(source.subarray(from * wordsPerValue, to * wordsPerValue), at);
    at += (to - from) * wordsPerValue;
  } else if (wordsPerValue === 1) {
    for (let row = from; row < to; row++) {
      target[at] = source[row] ?? 0;
      at += present[row] ?? 0;
    }
  } else {
    for (let row = from; row < to; row++) {
      target[at] = source[row * 2] ?? 0;
      target[at + 1] = source[row * 2 + 1] ?? 0;
      at += (present[row] ?? 0) * 2;
    }
  }
  page.end = at * 4;
}

function copyBytes(column: TypedColumn, from: number, to: number, present: Uint8Array | null, page: PageBuffer): void {
  assert(column.type.kind === 'bool' && 'values' in column && column.values instanceof Uint8Array);
  const source = column.values;
  const target = page.bytes;
  let at = page.end;
  for (let row = from; row < to; row++) {
    target[at] = source[row] === 0 ? 0 : 1;
    at += present ? (present[row] ?? 0) : 1;
  }
  page.end = at;
}

function copyBigEndian(
  column: TypedColumn,
  from: number,
  to: number,
  present: Uint8Array | null,
  page: PageBuffer,
): void {
  assert('values' in column && 'wide' in column.values);
  const source = column.values.wide;
  const target = page.bytes;
  let at = page.end;
  for (let row = from; row < to; row++) {
    if (present?.[row] === 0) continue;
    const last = (row + 1) * WIDE_DECIMAL_BYTES - 1;
    for (let byte = 0; byte < WIDE_DECIMAL_BYTES; byte++) target[at + byte] = source[last - byte] ?? 0;
    at += WIDE_DECIMAL_BYTES;
  }
  page.end = at;
}

function wordValues(column: TypedColumn): BigInt64Array | Float64Array | Int32Array {
  assert('values' in column && !('wide' in column.values) && !(column.values instanceof Uint8Array));
  return column.values;
}
