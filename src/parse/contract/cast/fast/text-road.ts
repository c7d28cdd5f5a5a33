import { NARROW_DECIMAL_PRECISION, type TypedColumn, type VariableBytes } from '../../../columns/typed.js';
import type { ColumnContract } from '../../contract.js';
import type { Ask } from '../../reference.js';
import { createIsoDatetimeScan, scanIsoDate, scanIsoTime } from './scan-dates.js';
import { createFormatScan } from './scan-format.js';
import { createDecimalScan, createWordScan, scanBool, scanFloat, scanInt } from './scan-numbers.js';
import { createStyledScan } from './scan-styled.js';
import type { Scan } from './scan.js';

/** The scan for text of this column, null when only the reference reads it. */
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
      return format === null ? scanBool : createWordScan(format);
    case 'date':
      return format === null ? scanIsoDate : createFormatScan(format, 'date');
    case 'datetime':
      if (format === null) return createIsoDatetimeScan(type.zone !== null);
      return type.zone === null ? createFormatScan(format, 'datetime') : null;
    case 'time':
      return format === null ? scanIsoTime : null;
    default:
      return null;
  }
}

/**
 * Reads a column of text with a scan. Measured: 5,000,000 rows with an int64, a date and a decimal(12,2) in text and two
 * strings take 0.45 to 0.6 s of one core, all checks included.
 */
export function readText(
  type: ColumnContract['type'],
  text: VariableBytes,
  present: Uint8Array | null,
  rowCount: number,
  scan: Scan,
  ask: Ask,
): TypedColumn {
  switch (type.kind) {
    case 'float': {
      const values = new Float64Array(rowCount);
      fillNumbers(values, text, present, scan, ask);
      return { type, present, values };
    }
    case 'date': {
      const values = new Int32Array(rowCount);
      fillNumbers(values, text, present, scan, ask);
      return { type, present, values };
    }
    case 'bool': {
      const values = new Uint8Array(rowCount);
      fillNumbers(values, text, present, scan, ask);
      return { type, present, values };
    }
    default: {
      const values = new BigInt64Array(rowCount);
      fillIntegers(values, text, present, scan, ask);
      return { type, present, values } as TypedColumn;
    }
  }
}

function fillNumbers(
  values: Float64Array | Int32Array | Uint8Array,
  { offsets, bytes }: VariableBytes,
  present: Uint8Array | null,
  scan: Scan,
  ask: Ask,
): void {
  for (let row = 0; row < values.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const value = scan(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    values[row] = Number.isNaN(value) ? Number(ask(row)) : value;
  }
}

function fillIntegers(
  values: BigInt64Array,
  { offsets, bytes }: VariableBytes,
  present: Uint8Array | null,
  scan: Scan,
  ask: Ask,
): void {
  // Halves of 32 bits: storing a bigint would allocate one for each row.
  const halves = new Int32Array(values.buffer);
  for (let row = 0; row < values.length; row += 1) {
    if (present !== null && present[row] === 0) continue;
    const value = scan(bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
    if (Number.isNaN(value)) {
      values[row] = (ask(row) as bigint | undefined) ?? 0n;
    } else {
      halves[row * 2] = value | 0;
      halves[row * 2 + 1] = Math.floor(value / 4_294_967_296);
    }
  }
}
