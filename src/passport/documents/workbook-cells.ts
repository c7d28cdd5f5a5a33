/** Headings of a sheet with one attribute in each row. */
export const HEADINGS = { field: 'Field', value: 'Value', at: 'Measured at' } as const;

/** A, B … Z, AA … */
export function columnName(column: number): string {
  const letter = String.fromCodePoint(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
