/** Exact decimals: an integer of units and a scale. Every loss of digits is a truncation toward zero, which bigints do. */

const POWERS: bigint[] = [1n];

export function powerOfTen(exponent: number): bigint {
  for (let next = POWERS.length; next <= exponent; next++) POWERS.push((POWERS[next - 1] as bigint) * 10n);
  return POWERS[exponent] as bigint;
}

/** The same number at another scale; digits beyond it are cut off. */
export function rescaled(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * powerOfTen(to - from) : units / powerOfTen(from - to);
}

export function decimalText(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/;

/** Undefined if the text is not digits, possibly with a minus and a fraction, or has too many. */
export function parseDecimal(text: string, maxDigits: number): Decimal | undefined {
  if (text.length > maxDigits + 2) return undefined;
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  return whole === undefined ? undefined : { units: BigInt(whole + fraction), scale: fraction.length };
}
