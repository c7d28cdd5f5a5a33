/** A number as written: sign, significant digits without zeros at either end, and the power of ten of the last one. */
export interface NumberParts {
  readonly negative: boolean;
  /** '' for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const NUMBER_TEXT = /^([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]{1,6}))?$/;

/** Reads `-1`, `1.50`, `.5`, `5.` and `1e-3`; null for everything else, such as `1,5`, `1_000`, `0x1f` or `$1`. */
export function readNumber(text: string): NumberParts | null {
  const match = NUMBER_TEXT.exec(text);
  if (match === null) return null;
  const fraction = match[3] ?? match[4] ?? '';
  const all = ((match[2] ?? '') + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  const exponent = Number(match[5] ?? 0) - fraction.length + (all.length - digits.length);
  return { negative: match[1] === '-', digits, exponent: digits === '' ? 0 : exponent };
}

/** A loop, because a regular expression for zeros at the end takes quadratic time on long runs of zeros elsewhere. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end -= 1;
  return digits.slice(0, end);
}
