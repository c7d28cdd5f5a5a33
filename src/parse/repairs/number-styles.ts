import { type ColumnContract, type NumberStyle, THOUSANDS } from '../../contract/index.js';

const NUMBERS: ReadonlySet<string> = new Set(['int', 'float', 'decimal']);

/** All other ways to write the numbers of a column. Empty for other types. */
export function numberStyles({ type, numberStyle }: ColumnContract): (NumberStyle | null)[] {
  if (!NUMBERS.has(type.kind)) return [];
  const marks = ['.', ','] as const;
  return marks
    .flatMap((decimal) => THOUSANDS.filter((mark) => mark !== decimal).map((thousands) => ({ decimal, thousands })))
    .filter(({ decimal, thousands }) => !isStyle(numberStyle, decimal, thousands))
    .map((style) => (style.decimal === '.' && style.thousands === '' ? null : style));
}

function isStyle(style: NumberStyle | null, decimal: string, thousands: string): boolean {
  return (style?.decimal ?? '.') === decimal && (style?.thousands ?? '') === thousands;
}
