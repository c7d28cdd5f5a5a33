/** Digits of a number, also after its exponent is written out. The same limit as in rules. */
const MAX_DIGITS = 1_000;

const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * The exact value of a JSON number: an integer, or the text of a decimal with all its digits (`75.50` is "75.50"). An exponent is
 * written out, so `1.5e3` is 1500. Undefined if the number has too many digits.
 */
export function exactNumber(lexeme: string): number | bigint | string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(lexeme) ?? [];
  const shift = Number(exponent);
  if (whole.length + fraction.length + Math.abs(shift) > MAX_DIGITS) return undefined;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const integerDigits = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const fractionDigits = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  const integer = integerDigits.replace(/^0+(?=\d)/, '');
  if (fractionDigits !== '') return `${sign}${integer}.${fractionDigits}`;
  const value = BigInt(`${sign}${integer}`);
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
