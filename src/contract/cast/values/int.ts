import type { DecimalCell } from '../../columns/cell.js';
import { problem, type Problem } from '../../problems/row-error.js';
import { trimmed, type GivenCell } from './cast.js';

const SMALLEST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;
/** A sign, digits, and a fraction only if it is zero: `1.0` is how floats with an integer value are written. */
const INT_TEXT = /^([+-]?)([0-9]+)(?:\.0*)?$/;
/** More digits than this, without leading zeros, are out of range; this avoids reading a megabyte with BigInt. */
const LONGEST_INT_DIGITS = 19;

export function castInt(cell: GivenCell): bigint | Problem {
  switch (typeof cell) {
    case 'bigint':
      return inRange(cell, cell);
    case 'number':
      return Number.isInteger(cell) ? inRange(BigInt(cell), cell) : notAnInt(cell);
    case 'string':
      return fromText(cell);
    case 'object':
      return 'kind' in cell && cell.kind === 'decimal' ? fromDecimal(cell) : notAnInt(cell);
    default:
      return notAnInt(cell);
  }
}

function fromText(text: string): bigint | Problem {
  const match = INT_TEXT.exec(trimmed(text));
  if (match === null) return notAnInt(text);
  const digits = (match[2] ?? '').replace(/^0+(?=[0-9])/, '');
  if (digits.length > LONGEST_INT_DIGITS) return beyond(text);
  const magnitude = BigInt(digits);
  return inRange(match[1] === '-' ? -magnitude : magnitude, text);
}

function fromDecimal(cell: DecimalCell): bigint | Problem {
  if (cell.scale <= 0) return inRange(cell.unscaled * 10n ** BigInt(-cell.scale), cell);
  const unit = 10n ** BigInt(cell.scale);
  return cell.unscaled % unit === 0n ? inRange(cell.unscaled / unit, cell) : notAnInt(cell);
}

function inRange(value: bigint, cell: GivenCell): bigint | Problem {
  return value < SMALLEST || value > LARGEST ? beyond(cell) : value;
}

function beyond(cell: GivenCell): Problem {
  return problem('out_of_range', cell, ' does not fit an int of 64 bits');
}

function notAnInt(cell: GivenCell): Problem {
  return problem('invalid_int', cell, ' is not an int');
}
