import { MalformedPayload } from '../protocol-error.js';

export type Offsets = Int32Array | BigInt64Array;

/** The offsets of a column without rows may be missing altogether. */
export function checkOffsets(offsets: Offsets, rows: number, end: number): void {
  if (rows === 0) return;
  if (offsets.length < rows + 1) {
    throw new MalformedPayload(`needs ${rows + 1} offsets for its rows and has ${offsets.length}`);
  }
  if (offsets instanceof BigInt64Array) checkWide(offsets, rows, end);
  else checkRising(offsets, 1, rows, end);
}

/**
 * 64-bit offsets are looked at as pairs of 32 bits, because a bigint for each would cost more than all other checks.
 * A frame is smaller than 2^31 bytes, so the high half of an offset is 0.
 */
function checkWide(offsets: BigInt64Array, rows: number, end: number): void {
  const halves = new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length * 2);
  for (let row = 0; row <= rows; row += 1) {
    if (halves[2 * row + 1] !== 0) throw new MalformedPayload(`has an offset out of bounds in row ${row + 1}`);
  }
  checkRising(halves, 2, rows, end);
}

function checkRising(offsets: Int32Array, step: number, rows: number, end: number): void {
  let previous = offsets[0] ?? 0;
  if (previous < 0) throw new MalformedPayload('has a negative offset');
  for (let index = step; index <= rows * step; index += step) {
    const offset = offsets[index] ?? 0;
    if (offset < previous) throw new MalformedPayload(`has offsets that fall in row ${index / step}`);
    previous = offset;
  }
  if (previous > end) throw new MalformedPayload(`has offsets up to ${previous} into data of ${end}`);
}
