import type { TypedColumn, VariableBytes } from './typed.js';
import { columnTooLarge, LARGEST_COLUMN_BYTES } from './arrow-buffers.js';

/** The column with these rows in this order, possibly repeated: converts dictionary values to a column. */
export function takeRows(column: TypedColumn, rows: Int32Array): TypedColumn {
  const present = column.present === null ? null : taken(column.present, rows, new Uint8Array(rows.length));
  if ('bytes' in column) return { type: column.type, present, ...takenBytes(column, rows) };
  if ('wide' in column.values) {
    // Copied, because eight-byte reads need an address that is a multiple of eight.
    const halves = new BigInt64Array(column.values.wide.slice().buffer);
    const wide = new BigInt64Array(rows.length * 2);
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] ?? 0;
      wide[at * 2] = halves[row * 2] ?? 0n;
      wide[at * 2 + 1] = halves[row * 2 + 1] ?? 0n;
    }
    return { ...column, present, values: { wide: new Uint8Array(wide.buffer) } } as TypedColumn;
  }
  return { ...column, present, values: takenValues(column.values, rows) } as TypedColumn;
}

function takenValues(values: BigInt64Array | Float64Array | Int32Array | Uint8Array, rows: Int32Array): unknown {
  if (values instanceof Int32Array) return taken(values, rows, new Int32Array(rows.length));
  if (values instanceof Uint8Array) return taken(values, rows, new Uint8Array(rows.length));
  // Eight bytes are copied as a float: the copy does not interpret them, and bigints would be allocated one by one.
  const source = new Float64Array(values.buffer, values.byteOffset, values.length);
  const copy = taken(source, rows, new Float64Array(rows.length));
  return values instanceof Float64Array ? copy : new BigInt64Array(copy.buffer);
}

function taken<A extends Float64Array | Int32Array | Uint8Array>(source: A, rows: Int32Array, into: A): A {
  for (let at = 0; at < rows.length; at += 1) into[at] = source[rows[at] ?? 0] ?? 0;
  return into;
}

function takenBytes({ offsets, bytes }: VariableBytes, rows: Int32Array): VariableBytes {
  const kept = new Int32Array(rows.length + 1);
  let length = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    length += (offsets[row + 1] ?? 0) - (offsets[row] ?? 0);
    kept[at + 1] = length;
  }
  if (length > LARGEST_COLUMN_BYTES) throw columnTooLarge();
  const copy = Buffer.allocUnsafe(length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    copy.set(bytes.subarray(offsets[row], offsets[row + 1]), kept[at]);
  }
  return { offsets: kept, bytes: copy };
}
