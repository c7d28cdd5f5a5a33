import type { Cell } from '../columns/cell.js';
import type { TypedColumn } from '../columns/typed.js';
import type { CastValue } from '../cast/values/cast.js';

/** The value of a row as its cast returns it; text for string and json. Only for rows with a value. */
export function typedValue(column: TypedColumn, row: number): CastValue {
  if ('bytes' in column) {
    const bytes = column.bytes.subarray(column.offsets[row], column.offsets[row + 1]);
    return column.type.kind === 'binary' ? bytes : textOf(bytes);
  }
  if ('wide' in column.values) {
    const view = new DataView(column.values.wide.buffer, column.values.wide.byteOffset + row * 16, 16);
    return (view.getBigInt64(8, true) << 64n) | view.getBigUint64(0, true);
  }
  const value = column.values[row] ?? 0;
  return column.type.kind === 'bool' ? value === 1 : value;
}

/** The value of a row as a cell, for messages. */
export function typedCell(column: TypedColumn, row: number): Exclude<Cell, null> {
  const value = typedValue(column, row);
  switch (column.type.kind) {
    case 'decimal':
      return { kind: 'decimal', unscaled: value as bigint, scale: column.type.scale };
    case 'date':
      return { kind: 'date', days: value as number };
    case 'datetime':
      return { kind: 'datetime', nanoseconds: (value as bigint) * 1000n, zoned: column.type.zone !== null };
    case 'time':
      return { kind: 'time', nanoseconds: (value as bigint) * 1000n };
    case 'json':
      return { kind: 'nested', json: value as string };
    default:
      return value;
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
