import type { ColumnType } from '../../../src/contract/columns/column-type.js';
import {
  NARROW_DECIMAL_PRECISION,
  type OutputColumn,
  type TypedBatch,
  type TypedColumn,
} from '../../../src/contract/columns/typed.js';

/** Integers, times and unscaled decimals are bigints, dates days, JSON its text. */
export type Value = null | string | bigint | number | boolean | Uint8Array;

export const LINEAGE = { source: '/in/größe.csv', jobId: 'job-7', parser: 'sales@1.0.0' };

export function column(name: string, type: ColumnType, required = false): OutputColumn {
  return { name, type, required };
}

/** Has a row before and a row behind that did not pass, as the interface allows. */
export function typedBatch(
  columns: readonly OutputColumn[],
  rows: readonly (readonly Value[])[],
  firstRow = 1,
): TypedBatch {
  const refused = rows[0] ?? [];
  return {
    columns: columns.map(({ type }, index) =>
      typedColumn(
        type,
        [refused, ...rows, refused].map((row) => row[index] ?? null),
      ),
    ),
    runs: { bounds: Int32Array.of(1, 1 + rows.length), rowCount: rows.length },
    rowsBefore: firstRow - 2,
  };
}

function typedColumn(type: ColumnType, values: readonly Value[]): TypedColumn {
  const present = values.includes(null) ? Uint8Array.from(values, (value) => (value === null ? 0 : 1)) : null;
  switch (type.kind) {
    case 'string':
    case 'json':
    case 'binary':
      return { type: { kind: type.kind }, present, ...variableBytes(values) };
    case 'float':
      return { type: { kind: 'float' }, present, values: Float64Array.from(values, (value) => Number(value ?? 77)) };
    case 'date':
      return { type: { kind: 'date' }, present, values: Int32Array.from(values, (value) => Number(value ?? 77)) };
    case 'bool':
      return { type: { kind: 'bool' }, present, values: Uint8Array.from(values, (value) => (value === true ? 1 : 0)) };
    case 'int':
    case 'time':
      return { type: { kind: type.kind }, present, values: integers(values) };
    case 'datetime':
      return { type, present, values: integers(values) };
    case 'decimal':
      return {
        type,
        present,
        values: type.precision > NARROW_DECIMAL_PRECISION ? { wide: wideIntegers(values) } : integers(values),
      };
  }
}

/** Begins at an offset that is not 0, and leaves garbage in the slots of nulls, as the interface allows. */
function variableBytes(values: readonly Value[]): { offsets: Int32Array; bytes: Uint8Array } {
  const parts = values.map((value) =>
    value === null ? Buffer.from('null slot') : value instanceof Uint8Array ? value : Buffer.from(String(value)),
  );
  const offsets = new Int32Array(values.length + 1);
  offsets[0] = 3;
  parts.forEach((part, index) => (offsets[index + 1] = offsets[index]! + part.byteLength));
  return { offsets, bytes: Buffer.concat([Buffer.from('xyz'), ...parts]) };
}

function integers(values: readonly Value[]): BigInt64Array {
  return BigInt64Array.from(values, (value) => (typeof value === 'bigint' ? value : 77n));
}

function wideIntegers(values: readonly Value[]): Uint8Array {
  const wide = new DataView(new ArrayBuffer(values.length * 16));
  values.forEach((value, index) => {
    const unscaled = typeof value === 'bigint' ? value : 77n;
    wide.setBigUint64(index * 16, BigInt.asUintN(64, unscaled), true);
    wide.setBigInt64(index * 16 + 8, unscaled >> 64n, true);
  });
  return new Uint8Array(wide.buffer);
}
