import { DELIMITER_NAMES } from '../../contract/words.js';
import { printable } from './printable.js';

/** As in "separated by commas": a comma between commas is not seen. */
export function delimiterText(delimiter: string): string {
  return DELIMITER_NAMES[delimiter] ?? `'${printable(delimiter)}'`;
}
