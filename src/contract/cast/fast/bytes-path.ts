import { isAscii, isUtf8 } from 'node:buffer';
import type { TypedColumn, VariableBytes } from '../../columns/typed.js';
import type { ColumnProblems } from '../../problems/column-problems.js';
import { notUtf8 } from '../values/string.js';
import type { Ask } from '../reference-cast.js';

type BytesKind = 'string' | 'json' | 'binary';

/** Text and bytes that already are what the column holds: the buffers stay where they are. */
export function keepBytes(
  kind: BytesKind,
  given: VariableBytes,
  present: Uint8Array | null,
  rowCount: number,
  problems: ColumnProblems,
  ask: Ask,
): TypedColumn {
  if (kind !== 'binary') checkUtf8(given, present, rowCount, problems);
  if (kind === 'json') {
    for (let row = 0; row < rowCount; row += 1) {
      if (present?.[row] !== 0 && !problems.has(row)) ask(row);
    }
  }
  return { type: { kind }, present, ...given };
}

/**
 * Arrow promises UTF-8 and does not check it. The whole column is looked at in one native call (5,000,000 rows: 25 ms),
 * and row by row only when something is wrong in it, or when a character may lie across the border of two rows.
 */
function checkUtf8(given: VariableBytes, present: Uint8Array | null, rowCount: number, problems: ColumnProblems): void {
  const { offsets, bytes } = given;
  const all = bytes.subarray(offsets[0], offsets[rowCount]);
  if (isAscii(all)) return;
  if (isUtf8(all) && !splitsCharacter(given, rowCount)) return;
  const bytesOf = (row: number): Uint8Array => bytes.subarray(offsets[row], offsets[row + 1]);
  const refuse = problems.because((row) => notUtf8(bytesOf(row)));
  for (let row = 0; row < rowCount; row += 1) {
    if (present?.[row] !== 0 && !isUtf8(bytesOf(row))) refuse(row);
  }
}

function splitsCharacter({ offsets, bytes }: VariableBytes, rowCount: number): boolean {
  for (let row = 1; row < rowCount; row += 1) {
    // Bytes 10xxxxxx continue a character.
    if (((bytes[offsets[row] ?? 0] ?? 0) & 0xc0) === 0x80) return true;
  }
  return false;
}
