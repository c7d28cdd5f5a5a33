/** Logarithms and weights are integers of this unit, so that sums do not depend on the order of points. */
export const NANO = 1_000_000_000;

const LN_2 = 0.693_147_180_559_945_3;
const SQRT_2 = 1.414_213_562_373_095_1;
/** Beyond this many terms, the series change nothing in a double. */
const TERMS = 24;

/**
 * The natural logarithm in billionths. `Math.log` may differ in its last bit between engines. This uses only operations that
 * IEEE 754 rounds alike everywhere: ln(2^k·m) = k·ln 2 + 2·artanh((m−1)/(m+1)).
 */
export function lnNano(value: number): number {
  let [mantissa, exponent] = [value, 0];
  while (mantissa > SQRT_2) {
    mantissa /= 2;
    exponent += 1;
  }
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let term = TERMS; term >= 0; term -= 1) sum = sum * square + 1 / (2 * term + 1);
  return Math.round((exponent * LN_2 + 2 * ratio * sum) * NANO);
}

/** 0.5^(age/halfLife) in billionths, with the same care: 2^−q · e^(−r·ln 2), r below 1. */
export function decayNano(ageDays: number, halfLifeDays: number): number {
  const halvings = ageDays / halfLifeDays;
  const whole = Math.floor(halvings);
  if (whole > 60) return 0;
  const power = -(halvings - whole) * LN_2;
  let sum = 1;
  for (let term = TERMS; term >= 1; term -= 1) sum = 1 + (sum * power) / term;
  // A power of two is exact.
  return Math.round((sum / 2 ** whole) * NANO);
}
