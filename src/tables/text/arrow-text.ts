import { Data, Utf8 } from 'apache-arrow';
import { type ArrowColumn, trustOffsets } from '../../contract/index.js';

/** A text column in Arrow buffers. All columns of a batch share one buffer, which can be transferred to another thread. */
export interface TextColumn {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  /** One bit per row, 1 where there is a value; null when every row has one. */
  readonly validity: Uint8Array | null;
  readonly nullCount: number;
}

const UTF8 = new Utf8();
const ALL_VALID = new Uint8Array(0);

/** Without `makeData` of Arrow, which takes 2.4 µs for a column; this takes 0.5 µs. A thousand small files have 10,000 columns. */
export function arrowColumn(name: string, rows: number, column: TextColumn): ArrowColumn {
  const { offsets, bytes, validity, nullCount } = column;
  const data = new Data(UTF8, 0, rows, nullCount, [offsets, bytes, validity ?? ALL_VALID]);
  return { form: 'arrow', name, data: trustOffsets(data) };
}

/** A text column in Arrow buffers, from strings. */
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
