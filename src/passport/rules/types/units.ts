/** The units of a quantity. */
export const UNITS = [
  ...(['kg', 'g', 'kWh', 'Wh', 'gCO2e', 'kgCO2e', 'tCO2e', 'gCO2e_per_kWh', 'kgCO2e_per_kWh', 'pct', 'each'] as const),
  ...(['V', 'Ah', 'W', 'Ohm', 'degC', 'years', 'minutes', 'pct_per_month', 'W_per_Wh', 'A_per_Ah'] as const),
] as const;

export type Unit = (typeof UNITS)[number];

export function isUnit(text: string): text is Unit {
  return (UNITS as readonly string[]).includes(text);
}

/** How many of the small unit one of the large unit has. Units without a row convert to nothing. */
const CONVERSIONS: readonly { readonly large: Unit; readonly small: Unit; readonly factor: bigint }[] = [
  { large: 'kg', small: 'g', factor: 1000n },
  { large: 'kWh', small: 'Wh', factor: 1000n },
  { large: 'kgCO2e', small: 'gCO2e', factor: 1000n },
  { large: 'tCO2e', small: 'kgCO2e', factor: 1000n },
  { large: 'tCO2e', small: 'gCO2e', factor: 1_000_000n },
  { large: 'kgCO2e_per_kWh', small: 'gCO2e_per_kWh', factor: 1000n },
];

export interface Conversion {
  readonly multiplyBy: bigint;
  readonly divideBy: bigint;
}

/** Undefined if the units measure different things. */
export function conversion(from: Unit, to: Unit): Conversion | undefined {
  if (from === to) return { multiplyBy: 1n, divideBy: 1n };
  for (const { large, small, factor } of CONVERSIONS) {
    if (from === large && to === small) return { multiplyBy: factor, divideBy: 1n };
    if (from === small && to === large) return { multiplyBy: 1n, divideBy: factor };
  }
  return undefined;
}

/** The one derived unit: a footprint by the energy that it is spread over. */
const RATIO = { over: 'gCO2e', under: 'kWh', ratio: 'gCO2e_per_kWh' } as const;

/** The unit of a quotient; null if it is a plain number, undefined if it has no name here. */
export function unitOfQuotient(over: Unit, under: Unit): Unit | null | undefined {
  if (over === under) return null;
  return over === RATIO.over && under === RATIO.under ? RATIO.ratio : undefined;
}

/** The unit of a product; undefined if it has no name here. */
export function unitOfProduct(left: Unit, right: Unit): Unit | undefined {
  const isRatioTimesUnder =
    (left === RATIO.ratio && right === RATIO.under) || (left === RATIO.under && right === RATIO.ratio);
  return isRatioTimesUnder ? RATIO.over : undefined;
}
