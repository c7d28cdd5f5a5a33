import { cellText } from '../../columns/cell-text.js';
import { problem, type Problem } from '../../problems/row-error.js';
import { trimmed, type GivenCell } from './cast.js';
import { readNumber, type NumberParts } from './number-text.js';

const NAMED: ReadonlyMap<string, number> = new Map([
  ['nan', NaN],
  ['inf', Infinity],
  ['infinity', Infinity],
]);
const LARGEST_PRECISION = 100;

export function castFloat(cell: GivenCell): number | Problem {
  switch (typeof cell) {
    case 'number':
      return cell;
    case 'bigint':
      return fromInteger(cell);
    case 'string':
      return fromText(trimmed(cell), cell);
    case 'object':
      return 'kind' in cell && cell.kind === 'decimal' ? fromText(cellText(cell), cell) : notAFloat(cell);
    default:
      return notAFloat(cell);
  }
}

function fromInteger(value: bigint): number | Problem {
  const nearest = Number(value);
  return Number.isFinite(nearest) && BigInt(nearest) === value ? nearest : tooPrecise(value);
}

function fromText(text: string, cell: GivenCell): number | Problem {
  const parts = readNumber(text);
  if (parts === null) return namedFloat(text) ?? notAFloat(cell);
  const value = Number(text);
  if (!Number.isFinite(value)) return problem('out_of_range', cell, ' is too large for a float');
  return keepsDigits(value, parts) ? value : tooPrecise(cell);
}

/**
 * Many decimal texts have the same float. The digits of a text are kept if the float, written with as many digits,
 * gives the text again: so `0.1` and `0.30000000000000004` are floats, and `9007199254740993` is not. The float's
 * shortest text is accepted too, although its last digit may differ from correct rounding: the float of
 * `564571004534034.2` ends in .25.
 */
function keepsDigits(value: number, { digits }: NumberParts): boolean {
  if (digits === '') return true;
  if (digits.length > LARGEST_PRECISION) return false;
  if (readNumber(String(Math.abs(value)))?.digits === digits) return true;
  const [written = ''] = Math.abs(value).toPrecision(digits.length).split('e');
  return value !== 0 && readNumber(written)?.digits === digits;
}

function namedFloat(text: string): number | undefined {
  const named = NAMED.get(text.replace(/^[+-]/, '').toLowerCase());
  return named !== undefined && text.startsWith('-') ? -named : named;
}

function tooPrecise(cell: GivenCell): Problem {
  return problem('too_precise', cell, ' has more digits than a float keeps');
}

function notAFloat(cell: GivenCell): Problem {
  return problem('invalid_float', cell, ' is not a float');
}
