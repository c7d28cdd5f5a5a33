import { isAscii, isUtf8 } from 'node:buffer';
import type { Data } from 'apache-arrow';
import { MalformedPayload } from '../protocol/protocol-error.js';

/**
 * All text of a column at once, which is fast. It is enough for ASCII, and for other text when no value begins inside of
 * a character. The place of a null may hold any bytes, so what fails is looked at value by value.
 */
export function checkText(data: Data): void {
  if (data.length === 0) return;
  const offsets = data.valueOffsets as Int32Array | BigInt64Array;
  const bytes = data.values as Uint8Array;
  const all = bytes.subarray(Number(offsets[0]), Number(offsets[data.length]));
  if (isAscii(all)) return;
  if (offsets instanceof Int32Array && isUtf8(all) && noneBeginsInside(offsets, bytes, data.length)) return;
  for (let row = 0; row < data.length; row += 1) {
    const value = bytes.subarray(Number(offsets[row]), Number(offsets[row + 1]));
    if (!isUtf8(value) && data.getValid(row)) throw new MalformedPayload(`is not UTF-8 in row ${row + 1}`);
  }
}

/** Bytes 10xxxxxx go on with a character. */
function noneBeginsInside(offsets: Int32Array, bytes: Uint8Array, rows: number): boolean {
  const end = offsets[rows] ?? 0;
  for (let row = 0; row < rows; row += 1) {
    const start = offsets[row] ?? 0;
    if (start < end && ((bytes[start] ?? 0) & 0xc0) === 0x80) return false;
  }
  return true;
}
