import { makeData, Type, Utf8 } from 'apache-arrow';
import type { Data } from 'apache-arrow';
import type { Cell } from '../../../columns/cell.js';
import type { IncomingColumn } from '../../../columns/incoming.js';
import type { ReadBatch, RowFault } from '../../../readers/table-reader.js';

/** A batch as it goes from one thread to another: the buffers of its columns, which are handed over and not copied. */
export interface BatchMessage {
  readonly rowCount: number;
  readonly columns: readonly ColumnMessage[];
  readonly lines: Float64Array;
  readonly faults: readonly RowFault[];
}

type ColumnMessage =
  | {
      readonly name: string;
      readonly offsets: Int32Array;
      readonly bytes: Uint8Array;
      readonly validity: Uint8Array;
      readonly nullCount: number;
    }
  | { readonly name: string; readonly cells: readonly Cell[] };

const UTF8 = new Utf8();

export function toMessage({ batch, lines, faults }: ReadBatch): BatchMessage {
  return { rowCount: batch.rowCount, columns: batch.columns.map(columnMessage), lines, faults };
}

export function fromMessage({ rowCount, columns, lines, faults }: BatchMessage): ReadBatch {
  return { batch: { output: null, rowCount, columns: columns.map((one) => column(one, rowCount)) }, lines, faults };
}

/** The memory to hand over. Columns share theirs, and each is named once; Node's own small pieces are left to it. */
export function memoryOf({ columns, lines }: BatchMessage): ArrayBuffer[] {
  const memory = new Set([lines.buffer as ArrayBuffer]);
  for (const one of columns) {
    if (!('offsets' in one)) continue;
    for (const { buffer } of [one.offsets, one.bytes, one.validity]) memory.add(buffer as ArrayBuffer);
  }
  return [...memory].filter(({ byteLength }) => byteLength > 0 && byteLength !== Buffer.poolSize);
}

/** The memory that the columns of a batch share, to be used again. */
export function usedMemory({ columns }: BatchMessage): ArrayBuffer[] {
  const [first] = columns;
  return first !== undefined && 'offsets' in first && first.offsets.length > 0
    ? [first.offsets.buffer as ArrayBuffer]
    : [];
}

function columnMessage(given: IncomingColumn): ColumnMessage {
  if (given.form === 'cells') return { name: given.name, cells: given.cells };
  if (given.data.typeId !== Type.Utf8) throw new Error('only columns of text are handed from thread to thread');
  const { valueOffsets, values, nullBitmap, nullCount } = given.data as Data<Utf8>;
  return { name: given.name, offsets: valueOffsets, bytes: values, validity: nullBitmap, nullCount };
}

function column(message: ColumnMessage, length: number): IncomingColumn {
  if ('cells' in message) return { form: 'cells', ...message };
  const { name, offsets: valueOffsets, bytes: data, nullCount } = message;
  const nullBitmap = nullCount === 0 ? null : message.validity;
  return { form: 'arrow', name, data: makeData({ type: UTF8, length, nullCount, valueOffsets, data, nullBitmap }) };
}
