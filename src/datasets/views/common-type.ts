interface Digits {
  readonly whole: number;
  readonly fraction: number;
}

const MOST_DIGITS = 38;
const INTEGER_DIGITS: Readonly<Record<string, number>> = { BIGINT: 19, HUGEINT: 38 };

/**
 * The type that holds the values of all of these without change: numbers with enough digits for both, otherwise text.
 * DuckDB itself would convert integers and decimals to doubles if one of them is a double, and round them.
 */
export function commonType(types: readonly string[]): string {
  const [first = 'VARCHAR', ...others] = [...new Set(types)];
  if (others.length === 0) return first;
  const digits = types.map(digitsOf);
  if (digits.includes(undefined)) return 'VARCHAR';
  const most = (part: keyof Digits): number => Math.max(...digits.map((one) => one?.[part] ?? 0));
  const precision = most('whole') + most('fraction');
  return precision > MOST_DIGITS ? 'VARCHAR' : `DECIMAL(${precision},${most('fraction')})`;
}

function digitsOf(type: string): Digits | undefined {
  const whole = INTEGER_DIGITS[type];
  if (whole !== undefined) return { whole, fraction: 0 };
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision === undefined) return undefined;
  return { whole: Number(precision) - Number(scale), fraction: Number(scale) };
}
