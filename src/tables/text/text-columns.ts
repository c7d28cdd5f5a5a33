import { makeData, Utf8 } from 'apache-arrow';
import type { ArrowColumn } from '../../contract/index.js';

/** A column of text in the buffers of Arrow. All columns of a batch lie in one memory, which a thread can hand over. */
export interface TextColumn {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  /** One bit a row, 1 where there is a value; null when every row has one. */
  readonly validity: Uint8Array | null;
  readonly nullCount: number;
}

const UTF8 = new Utf8();

export function arrowColumn(name: string, rows: number, column: TextColumn): ArrowColumn {
  const data = makeData({
    type: UTF8,
    length: rows,
    nullCount: column.nullCount,
    valueOffsets: column.offsets,
    data: column.bytes,
    nullBitmap: column.validity,
  });
  return { form: 'arrow', name, data };
}
