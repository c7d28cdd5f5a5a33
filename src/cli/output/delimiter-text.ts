import { printable } from './printable.js';

const NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
  ' ': 'spaces',
};

/** As in "separated by commas": a comma between commas is not seen. */
export function delimiterText(delimiter: string): string {
  return NAMES[delimiter] ?? `'${printable(delimiter)}'`;
}
