const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const MOST_DIGITS = 60;

/** A JSON number without its exponent: `1.5e3` is `1500`. Null if it is no number, or has too many digits for a price. */
export function plainDecimal(text: string): string | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  if (digits.length + Math.abs(Number(exponent)) > MOST_DIGITS) return null;
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const after = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point);
  return `${sign}${before.replace(/^0+(?=\d)/, '')}${after === '' ? '' : `.${after}`}`;
}
