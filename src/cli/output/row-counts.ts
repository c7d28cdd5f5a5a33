import type { QuarantineEntry } from '../../pipeline/index.js';

export function count(number: number): string {
  return number.toLocaleString('en-US');
}

export function rows(number: number): string {
  return number === 1 ? '1 row' : `${count(number)} rows`;
}

/** `Row 47:`, with the output's name if it differs from the parser's. */
export function rowLabel({
  output,
  parser,
  rowNumber,
}: Pick<QuarantineEntry, 'output' | 'parser' | 'rowNumber'>): string {
  return output === parser ? `Row ${rowNumber}:` : `Row ${rowNumber} of ${output}:`;
}
