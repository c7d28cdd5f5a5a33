import type { ScannedText } from '../../columns/incoming.js';
import { NARROW_DECIMAL_PRECISION, type TypedColumn } from '../../columns/typed.js';
import type { ColumnContract } from '../../columns/contract.js';
import type { Ask } from '../reference-cast.js';
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

/** A column whose text was scanned: what the scan was unsure of is asked of the reference. */
export function readScanned(
  type: ColumnContract['type'],
  { values, unsure }: ScannedText,
  present: Uint8Array | null,
  ask: Ask,
): TypedColumn {
  for (const row of unsure) {
    if (present !== null && present[row] === 0) continue;
    const value = ask(row);
    if (values instanceof BigInt64Array) values[row] = (value as bigint | undefined) ?? 0n;
    else values[row] = Number(value);
  }
  return { type, present, values } as TypedColumn;
}
