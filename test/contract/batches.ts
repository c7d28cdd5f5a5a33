import {
  makeData,
  makeVector,
  Bool,
  Dictionary,
  Float64,
  Int32,
  Int64,
  LargeUtf8,
  Utf8,
  type Data,
} from 'apache-arrow';
import type { Cell } from '../../src/contract/columns/cell.js';
import type { IncomingBatch, IncomingColumn } from '../../src/contract/columns/incoming.js';
import { rowNumbers } from '../../src/contract/columns/row-runs.js';
import type { CheckedBatch } from '../../src/contract/check/checker.js';
import type { QuarantinedRow } from '../../src/contract/check/quarantined-row.js';
import type { OutputContract } from '../../src/contract/columns/contract.js';
import { parseContract } from '../../src/contract/declare/parse-contract.js';
import { typedValue } from '../../src/contract/check/typed-value.js';
import { TextBuffer } from '../../src/contract/text/text-buffer.js';

export function contractOf(declared: Record<string, unknown>): OutputContract {
  return parseContract(declared).outputs.get('')!;
}

export function batchOf(columns: Record<string, readonly Cell[]>): IncomingBatch {
  const entries = Object.entries(columns);
  return {
    output: null,
    rowCount: entries[0]?.[1].length ?? 0,
    columns: entries.map(([name, cells]) => ({ form: 'cells', name, cells })),
  };
}

export function arrowBatch(columns: Record<string, Data>): IncomingBatch {
  const entries = Object.entries(columns);
  return {
    output: null,
    rowCount: entries[0]?.[1].length ?? 0,
    columns: entries.map(([name, data]): IncomingColumn => ({ form: 'arrow', name, data })),
  };
}

export function utf8(texts: readonly (string | null)[]): Data<Utf8> {
  return makeData({ type: new Utf8(), ...validity(texts), ...bytesOf(texts.map((text) => Buffer.from(text ?? ''))) });
}

/** Text of bytes that need not be UTF-8. */
export function utf8Bytes(values: readonly Uint8Array[]): Data<Utf8> {
  return makeData({ type: new Utf8(), length: values.length, nullCount: 0, ...bytesOf(values) });
}

export function largeUtf8(texts: readonly (string | null)[]): Data<LargeUtf8> {
  const { valueOffsets, data } = bytesOf(texts.map((text) => Buffer.from(text ?? '')));
  return makeData({
    type: new LargeUtf8(),
    ...validity(texts),
    data,
    valueOffsets: BigInt64Array.from(valueOffsets, BigInt),
  });
}

export function int64(values: readonly (bigint | null)[]): Data<Int64> {
  return makeData({ type: new Int64(), ...validity(values), data: BigInt64Array.from(values, (value) => value ?? 0n) });
}

export function int32(values: readonly (number | null)[]): Data<Int32> {
  return makeData({ type: new Int32(), ...validity(values), data: Int32Array.from(values, (value) => value ?? 0) });
}

export function float64(values: readonly (number | null)[]): Data<Float64> {
  return makeData({ type: new Float64(), ...validity(values), data: Float64Array.from(values, (value) => value ?? 0) });
}

export function bool(values: readonly (boolean | null)[]): Data<Bool> {
  return makeData({ type: new Bool(), ...validity(values), data: bitsOf(values.map((value) => value === true)) });
}

export function dictionary(entries: readonly (string | null)[], indices: readonly (number | null)[]): Data {
  return makeData({
    type: new Dictionary(new Utf8(), new Int32()),
    ...validity(indices),
    data: Int32Array.from(indices, (index) => index ?? 0),
    dictionary: makeVector(utf8(entries)),
  });
}

/** Every valid row, null where a column has no value. */
export function validRows({ valid }: CheckedBatch): unknown[][] {
  return validPlaces(valid).map((row) =>
    valid.columns.map((column) => (column.present?.[row] === 0 ? null : typedValue(column, row))),
  );
}

/** The numbers of the valid rows. */
export function validNumbers({ valid }: CheckedBatch): bigint[] {
  const numbers = rowNumbers(valid.rowsBefore, valid.runs);
  return validPlaces(valid).map((row) => numbers[row]!);
}

function validPlaces({ runs: { bounds } }: CheckedBatch['valid']): number[] {
  const places: number[] = [];
  for (let run = 0; run < bounds.length; run += 2) {
    for (let row = bounds[run]!; row < bounds[run + 1]!; row += 1) places.push(row);
  }
  return places;
}

/** The row of the parser in a quarantined row. */
export function rawJson(row: QuarantinedRow): string {
  return textOf((out) => row.writeRaw(out));
}

/** The text that a function writes. */
export function textOf(write: (out: TextBuffer) => void): string {
  const out = new TextBuffer();
  write(out);
  return Buffer.from(out.bytes.subarray(0, out.end)).toString('utf8');
}

export function messages({ quarantined }: CheckedBatch): string[] {
  return [...quarantined].flatMap(({ rowNumber, errors }) =>
    errors.map(({ column, message }) => `row ${rowNumber}, column ${column}: ${message}`),
  );
}

function validity(values: readonly unknown[]): { length: number; nullCount: number; nullBitmap: Uint8Array } {
  const nullCount = values.filter((value) => value === null).length;
  return { length: values.length, nullCount, nullBitmap: bitsOf(values.map((value) => value !== null)) };
}

function bitsOf(flags: readonly boolean[]): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  for (const [row, flag] of flags.entries()) if (flag) bits[row >> 3]! |= 1 << (row & 7);
  return bits;
}

function bytesOf(values: readonly Uint8Array[]): { valueOffsets: Int32Array; data: Uint8Array } {
  const valueOffsets = new Int32Array(values.length + 1);
  for (const [row, value] of values.entries()) valueOffsets[row + 1] = valueOffsets[row]! + value.length;
  return { valueOffsets, data: Buffer.concat(values) };
}
