import { DELIMITER_NAMES } from '../../contract/words.js';
import { printable } from './printable.js';

/** As in "separated by commas": a literal comma would be hard to see. */
export function delimiterText(delimiter: string): string {
  return DELIMITER_NAMES[delimiter] ?? `'${printable(delimiter)}'`;
}
