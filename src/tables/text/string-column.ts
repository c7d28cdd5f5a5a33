import type { ArrowColumn } from '../../contract/index.js';
import { arrowColumn } from './text-columns.js';

/** A column of text in the buffers of Arrow, from strings. */
export function stringColumn(name: string, values: readonly (string | null)[]): ArrowColumn {
  const offsets = new Int32Array(values.length + 1);
  const validity = new Uint8Array((values.length + 7) >> 3).fill(0xff);
  let nullCount = 0;
  let filled = 0;
  for (const [row, value] of values.entries()) {
    if (value === null) {
      validity[row >> 3] = (validity[row >> 3] ?? 0) & ~(1 << (row & 7));
      nullCount += 1;
    } else filled += Buffer.byteLength(value);
    offsets[row + 1] = filled;
  }
  const bytes = Buffer.from(values.join(''), 'utf8');
  return arrowColumn(name, values.length, { offsets, bytes, validity: nullCount === 0 ? null : validity, nullCount });
}
