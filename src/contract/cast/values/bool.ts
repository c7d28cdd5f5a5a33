import { problem, type Problem } from '../../problems/row-error.js';
import { BOOL_PAIRS } from '../../words.js';
import { trimmed, type GivenCell } from './cast.js';

/** `yes`, `on`, `t` and similar words are ambiguous: a contract must declare them. */
const [[TRUE, FALSE]] = BOOL_PAIRS;
const BOOL_TEXTS: ReadonlyMap<string, boolean> = new Map([
  [TRUE, true],
  [FALSE, false],
  ['1', true],
  ['0', false],
]);

/** The words for true and false of a format such as `yes/no`, in lower case; null for other formats. */
export function boolWords(format: string): readonly [yes: string, no: string] | null {
  const [yes = '', no = '', ...others] = format.toLowerCase().split('/').map(trimmed);
  return yes === '' || no === '' || yes === no || others.length > 0 ? null : [yes, no];
}

/** With a format, only its two words are read. */
export function createBoolCast(format: string | null): (cell: GivenCell) => boolean | Problem {
  const words = format === null ? null : boolWords(format);
  const texts: ReadonlyMap<string, boolean> = words
    ? new Map([
        [words[0], true],
        [words[1], false],
      ])
    : BOOL_TEXTS;
  const notABool = words ? ` is not a bool: it is neither '${words[0]}' nor '${words[1]}'` : ' is not a bool';
  return (cell) => {
    if (typeof cell === 'boolean') return cell;
    if (words === null && (cell === 1 || cell === 1n)) return true;
    if (words === null && (cell === 0 || cell === 0n)) return false;
    const read = typeof cell === 'string' ? texts.get(trimmed(cell).toLowerCase()) : undefined;
    return read ?? problem('invalid_bool', cell, notABool);
  };
}
