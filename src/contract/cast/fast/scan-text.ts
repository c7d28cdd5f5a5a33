import { type ColumnContract, type DeclaredFormat, formatsOf } from '../../columns/contract.js';
import type { ScannedText } from '../../columns/incoming.js';
import { NARROW_DECIMAL_PRECISION, type TypedColumn, type VariableBytes } from '../../columns/typed.js';
import type { RowCast } from '../reference-cast.js';
import { createFormatScan, createIsoDatetimeScan, scanIsoDate, scanIsoTime } from './scan-dates.js';
import { createDecimalScan, createStyledScan, createWordScan, scanBool, scanFloat, scanInt } from './scan-numbers.js';
import { runLoop } from './loops/scan-loops.js';
import type { Scan } from './scan.js';

/** The scan for text of this column; null if only the reference cast reads it. */
export function createScan(column: ColumnContract): Scan | null {
  const scan = createPlainScan(column);
  return scan === null || column.numberStyle === null ? scan : createStyledScan(column.numberStyle, scan);
}

function createPlainScan({ type, format }: ColumnContract): Scan | null {
  switch (type.kind) {
    case 'int':
      return scanInt;
    case 'float':
      return scanFloat;
    case 'decimal':
      return type.precision <= NARROW_DECIMAL_PRECISION ? createDecimalScan(type.precision, type.scale) : null;
    case 'bool':
      return typeof format === 'string' ? createWordScan(format) : scanBool;
    case 'date':
      return anyScan(format, (one) => (one === null ? scanIsoDate : createFormatScan(one, 'date')));
    case 'datetime': {
      const isZoned = type.zone !== null;
      return anyScan(format, (one) => {
        if (one === null) return createIsoDatetimeScan(isZoned);
        return isZoned ? null : createFormatScan(one, 'datetime');
      });
    }
    case 'time':
      return anyScan(format, (one) => (one === null ? scanIsoTime : null));
    default:
      return null;
  }
}

/** The first scan that reads the text. No text means different things in two formats, so their order is irrelevant. */
function anyScan(format: DeclaredFormat | null, scanOf: (format: string | null) => Scan | null): Scan | null {
  const scans = formatsOf(format).flatMap((one) => scanOf(one) ?? []);
  const [first = null, ...others] = scans;
  if (first === null || others.length === 0) return first;
  return (bytes, start, end) => {
    for (const scan of scans) {
      const value = scan(bytes, start, end);
      if (!Number.isNaN(value)) return value;
    }
    return NaN;
  };
}

/** A column of scanned text: the reference cast reads what the scan could not. */
export function readScanned(
  type: ColumnContract['type'],
  { values, unsure }: ScannedText,
  present: Uint8Array | null,
  castRow: RowCast,
): TypedColumn {
  for (const row of unsure) {
    if (present !== null && present[row] === 0) continue;
    const value = castRow(row);
    if (values instanceof BigInt64Array) values[row] = (value as bigint | undefined) ?? 0n;
    else values[row] = Number(value);
  }
  return { type, present, values } as TypedColumn;
}

type Values = ScannedText['values'];

/** The widest value of any type. */
export const WIDEST_VALUE_BYTES = 8;

/** An array for the values of a column, in new memory or in the memory given. */
export function scannedValues(
  type: ColumnContract['type'],
  rowCount: number,
  memory = new ArrayBuffer(rowCount * WIDEST_VALUE_BYTES),
  offset = 0,
): Values {
  return new (arrayOf(type))(memory, offset, rowCount);
}

/**
 * Reads a column of text with a scan into `values`, which has a slot for each row. Skips rows that are not `present`.
 */
export function scanText(values: Values, text: VariableBytes, present: Uint8Array | null, scan: Scan): ScannedText {
  const rows = scan.loop === undefined ? null : runLoop(scan.loop, values, text, present);
  const unsure =
    values instanceof BigInt64Array
      ? scanIntegers(values, text, present, scan, rows)
      : scanNumbers(values, text, present, scan, rows);
  return { values, unsure: Int32Array.from(unsure) };
}

function arrayOf({ kind }: ColumnContract['type']) {
  if (kind === 'float') return Float64Array;
  if (kind === 'date') return Int32Array;
  return kind === 'bool' ? Uint8Array : BigInt64Array;
}

/** Scans the given rows; all if null. */
function scanNumbers(
  values: Exclude<Values, BigInt64Array>,
  { offsets, bytes }: VariableBytes,
  present: Uint8Array | null,
  scan: Scan,
  rows: readonly number[] | null,
): readonly number[] {
  const unsure: number[] = [];
  for (let index = 0; index < (rows ?? values).length; index += 1) {
    const row = rows === null ? index : (rows[index] ?? 0);
    if (present !== null && present[row] === 0) continue;
    const value = scan(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    if (Number.isNaN(value)) unsure.push(row);
    else values[row] = value;
  }
  return unsure;
}

function scanIntegers(
  values: BigInt64Array,
  { offsets, bytes }: VariableBytes,
  present: Uint8Array | null,
  scan: Scan,
  rows: readonly number[] | null,
): readonly number[] {
  const unsure: number[] = [];
  // Written as two halves of 32 bits: a bigint would be allocated for each row.
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let index = 0; index < (rows ?? values).length; index += 1) {
    const row = rows === null ? index : (rows[index] ?? 0);
    if (present !== null && present[row] === 0) continue;
    const value = scan(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    if (Number.isNaN(value)) {
      unsure.push(row);
    } else {
      halves[row * 2] = value | 0;
      halves[row * 2 + 1] = Math.floor(value / 4_294_967_296);
    }
  }
  return unsure;
}
