import type { DecimalCell } from '../../columns/cell.js';
import { numberText } from '../../columns/cell-text.js';
import { problem, type Problem } from '../../problems/row-error.js';
import { trimmed, type GivenCell } from './cast.js';
import { readNumber } from './number-text.js';

/** Unscaled values: `1.50` is 150n for a scale of 2. Floats are read by their shortest text, so 0.1 is 0.1. */
export function createDecimalCast(precision: number, scale: number): (cell: GivenCell) => bigint | Problem {
  const typeName = `decimal(${precision},${scale})`;
  const limit = 10n ** BigInt(precision);

  const isNot = ` is not a ${typeName}`;
  const hasMore = ` has more than ${scale} decimal ${scale === 1 ? 'place' : 'places'}: it is not a ${typeName}`;
  const isBeyond = ` has more digits than a ${typeName} holds`;

  const notADecimal = (cell: GivenCell): Problem => problem('invalid_decimal', cell, isNot);
  const tooPrecise = (cell: GivenCell): Problem => problem('too_precise', cell, hasMore);
  const beyond = (cell: GivenCell): Problem => problem('out_of_range', cell, isBeyond);

  const fit = (unscaled: bigint, cell: GivenCell): bigint | Problem =>
    unscaled >= limit || unscaled <= -limit ? beyond(cell) : unscaled;

  const fromText = (text: string, cell: GivenCell): bigint | Problem => {
    const parts = readNumber(text);
    if (parts === null) return notADecimal(cell);
    if (parts.digits === '') return 0n;
    const zeros = parts.exponent + scale;
    if (zeros < 0) return tooPrecise(cell);
    // Checked before computing a power: an exponent of a million must not cost a million digits.
    if (parts.digits.length + zeros > precision) return beyond(cell);
    const magnitude = BigInt(parts.digits) * 10n ** BigInt(zeros);
    return parts.negative ? -magnitude : magnitude;
  };

  const fromDecimal = (cell: DecimalCell): bigint | Problem => {
    if (cell.scale <= scale) return fit(cell.unscaled * 10n ** BigInt(scale - cell.scale), cell);
    const unit = 10n ** BigInt(cell.scale - scale);
    return cell.unscaled % unit === 0n ? fit(cell.unscaled / unit, cell) : tooPrecise(cell);
  };

  return (cell) => {
    switch (typeof cell) {
      case 'bigint':
        return fit(cell * 10n ** BigInt(scale), cell);
      case 'number':
        return fromText(numberText(cell), cell);
      case 'string':
        return fromText(trimmed(cell), cell);
      case 'object':
        return 'kind' in cell && cell.kind === 'decimal' ? fromDecimal(cell) : notADecimal(cell);
      default:
        return notADecimal(cell);
    }
  };
}
