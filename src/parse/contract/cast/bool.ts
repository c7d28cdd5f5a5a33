import { quote } from '../quote.js';
import { problem, type Problem } from '../row-error.js';
import { trimmed, type GivenCell } from './cast.js';

/** `yes`, `on`, `t` and their like mean different things to different people: a parser that knows better says so. */
const BOOL_TEXTS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

export function castBool(cell: GivenCell): boolean | Problem {
  if (typeof cell === 'boolean') return cell;
  if (cell === 1 || cell === 1n) return true;
  if (cell === 0 || cell === 0n) return false;
  const read = typeof cell === 'string' ? BOOL_TEXTS.get(trimmed(cell).toLowerCase()) : undefined;
  return read ?? problem('invalid_bool', `${quote(cell)} is not a bool`);
}
