import { isAscii } from 'node:buffer';
import { type Data, Type } from 'apache-arrow';
import { CasparianError } from '../../platform/index.js';
import type { IncomingColumn } from './incoming.js';
import type { VariableBytes } from './typed.js';

/** One byte per row, 1 where there is a value; null if every row has one. */
export function presentOf(data: Data): Uint8Array | null {
  const { length, offset, nullBitmap } = data;
  if (data.nullCount === 0 || (nullBitmap as Uint8Array | undefined) === undefined) return null;
  const present = new Uint8Array(length);
  for (let row = 0; row < length; row += 1) {
    const bit = offset + row;
    present[row] = ((nullBitmap[bit >> 3] ?? 0) >> (bit & 7)) & 1;
  }
  return present;
}

const VARIABLE_BYTES: ReadonlySet<Type> = new Set([Type.Utf8, Type.LargeUtf8, Type.Binary, Type.LargeBinary]);

/** The buffers of a column of text or bytes; null for other types. */
export function variableBytesOf(data: Data): VariableBytes | null {
  if (!VARIABLE_BYTES.has(data.typeId)) return null;
  if (data.length === 0) return { offsets: new Int32Array(1), bytes: new Uint8Array(0) };
  let found = known.get(data);
  if (found === undefined) known.set(data, (found = checkedBytesOf(data)));
  return found;
}

/** The buffers are asked for several times, and each check is a pass over all rows. */
const known = new WeakMap<Data, VariableBytes>();

function checkedBytesOf(data: Data): VariableBytes {
  const bytes = data.values as Uint8Array;
  const given = data.valueOffsets as Int32Array | BigInt64Array;
  const offsets = given instanceof Int32Array ? given : narrowed(given, data.length);
  if (!ownOffsets.has(data)) checkOffsets(offsets, data.length, bytes.length);
  return { offsets, bytes };
}

/** Columns of readers. */
const ownOffsets = new WeakSet<Data>();

/** Declares that this process wrote the offsets of a column, so that they need not be checked. */
export function trustOffsets<D extends Data>(data: D): D {
  ownOffsets.add(data);
  return data;
}

/** A frame is far below 2 GiB, so the high half of a valid large offset is zero. */
function narrowed(offsets: BigInt64Array, length: number): Int32Array {
  const halves = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
  const low = new Int32Array(length + 1);
  for (let at = 0; at <= length; at += 1) low[at] = halves[at * 2 + 1] === 0 ? (halves[at * 2] ?? -1) : -1;
  return low;
}

/** Offsets come from another process: wrong ones would mix the bytes of rows. */
function checkOffsets(offsets: Int32Array, length: number, byteCount: number): void {
  let previous = 0;
  for (let at = 0; at <= length; at += 1) {
    const offset = offsets[at] ?? -1;
    if (offset < previous) throw offsetsInvalid();
    previous = offset;
  }
  if (previous > byteCount) throw offsetsInvalid();
}

function offsetsInvalid(): CasparianError {
  return new CasparianError('BRIDGE_PROTOCOL', "An Arrow batch from the parser's process has offsets out of order");
}

/** The texts of a column, decoded together. */
export interface AsciiText {
  readonly all: string;
  at(row: number): string;
}

/**
 * ASCII text without nulls is decoded once for all rows, because its bytes and characters have the same positions. If
 * every row is bad, a run takes half the time of decoding value by value. Null for other columns.
 */
export function createAsciiText(column: IncomingColumn): AsciiText | null {
  if (column.form !== 'arrow') return null;
  const { data } = column;
  if ((data.typeId !== Type.Utf8 && data.typeId !== Type.LargeUtf8) || data.nullCount > 0) return null;
  const given = variableBytesOf(data);
  if (given === null) return null;
  const { offsets } = given;
  const first = offsets[0] ?? 0;
  const bytes = given.bytes.subarray(first, offsets[data.length]);
  if (!isAscii(bytes)) return null;
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return { all, at: (row) => all.slice((offsets[row] ?? 0) - first, (offsets[row + 1] ?? 0) - first) };
}

/** Offsets have 32 bits. */
export const LARGEST_COLUMN_BYTES = 2 ** 31 - 1;

export function columnTooLarge(): CasparianError {
  return new CasparianError('PARSER_RETURN_INVALID', 'One column of one batch is larger than 2 GiB', {
    next: ['Yield smaller batches.'],
  });
}
