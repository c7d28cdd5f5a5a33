import type { TypedColumn } from '../columns/typed.js';
import { typedValue } from './typed-value.js';

const MICROSECONDS_PER_DAY = 86_400_000_000n;

/**
 * Whether a row has the same value in two columns that were cast from the same cells under different contracts: 5 and 5.00, a date
 * and its midnight. Text keeps whatever was written, so a column that becomes text keeps its meaning. Both rows must be valid.
 */
export function hasSameMeaning(before: TypedColumn, after: TypedColumn, row: number): boolean {
  const wasNull = before.present?.[row] === 0;
  const isNull = after.present?.[row] === 0;
  if (wasNull || isNull) return wasNull === isNull;
  if (after.type.kind === 'string') return before.type.kind !== 'string' || isEqual(before, after, row);
  if (before.type.kind === after.type.kind && before.type.kind !== 'decimal') return isEqual(before, after, row);
  if (before.type.kind === 'date' && after.type.kind === 'datetime') {
    return BigInt(typedValue(before, row) as number) * MICROSECONDS_PER_DAY === typedValue(after, row);
  }
  const [was, is] = [numberAt(before, row), numberAt(after, row)];
  return was !== null && is !== null && sameNumber(was, is);
}

function isEqual(before: TypedColumn, after: TypedColumn, row: number): boolean {
  const [was, is] = [typedValue(before, row), typedValue(after, row)];
  if (was instanceof Uint8Array && is instanceof Uint8Array) return Buffer.compare(was, is) === 0;
  return Object.is(was, is);
}

interface ScaledNumber {
  /** A float keeps its own form: it is equal to a decimal only if it is exact. */
  readonly value: bigint | number;
  readonly scale: number;
}

function numberAt(column: TypedColumn, row: number): ScaledNumber | null {
  switch (column.type.kind) {
    case 'int':
      return { value: typedValue(column, row) as bigint, scale: 0 };
    case 'decimal':
      return { value: typedValue(column, row) as bigint, scale: column.type.scale };
    case 'float':
      return { value: typedValue(column, row) as number, scale: 0 };
    default:
      return null;
  }
}

function sameNumber(one: ScaledNumber, other: ScaledNumber): boolean {
  if (typeof one.value === 'bigint' && typeof other.value === 'bigint') {
    return one.value * 10n ** BigInt(other.scale) === other.value * 10n ** BigInt(one.scale);
  }
  // A float reads back as the decimal it was written as, up to 15 digits; larger integers lose digits.
  return textOf(one) === textOf(other);
}

function textOf({ value, scale }: ScaledNumber): string {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
