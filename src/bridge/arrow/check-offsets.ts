import { MalformedPayload } from '../protocol/protocol-error.js';

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

/** Whether all rise is one bit that is looked at once, behind a loop without a branch; which does not is asked later. */
function checkRising(offsets: Int32Array, step: number, rows: number, end: number): void {
  const first = offsets[0] ?? 0;
  let previous = first;
  let falls = 0;
  for (let index = step; index <= rows * step; index += step) {
    const offset = offsets[index] ?? 0;
    falls |= offset | (offset - previous);
    previous = offset;
  }
  if (first < 0 || falls < 0) throw new MalformedPayload(`has offsets that fall ${fallingRow(offsets, step, rows)}`);
  if (previous > end) throw new MalformedPayload(`has offsets up to ${previous} into data of ${end}`);
}

function fallingRow(offsets: Int32Array, step: number, rows: number): string {
  let row = 1;
  while (row < rows && (offsets[row * step] ?? 0) >= (offsets[(row - 1) * step] ?? 0)) row += 1;
  return (offsets[0] ?? 0) < 0 ? 'below 0' : `in row ${row}`;
}
