/**
 * The form of a text as one number: a family and, in the lower bits, details that only the family understands. All
 * values of one shape are equal to every type, so a few counters describe a column, however many rows it has.
 */
export type Shape = number;

const DETAIL_BITS = 21;

export const FAMILIES = [
  /** Up to 15 digits, which every type of number holds. */
  'int',
  /** Eight digits that are a day: `20240131`. */
  'compactDate',
  /** 16 to 19 digits that fit 64 bits. */
  'longInt',
  /** More than 64 bits, at most 38 digits. */
  'bigInt',
  'hugeInt',
  'decimal',
  /** More than 15 digits, at most 38. */
  'longDecimal',
  'hugeDecimal',
  'exponent',
  /** `12E4`: a number or a code. */
  'bareExponent',
  'infinite',
  /** `007`, `00.5`. */
  'padded',
  /** `+5`. */
  'plus',
  /** Numbers with decimal commas or thousands separators. */
  'styled',
  'bool',
  'nullWord',
  'date',
  'namedDate',
  'time',
  /** Times with more digits than microseconds. */
  'tooFine',
  'json',
  /** Begins like JSON and is invalid. */
  'brokenJson',
  /** No digits in it. */
  'word',
  /** Letters and digits without a space. */
  'code',
  'currency',
  'percent',
  /** `(12.50)`. */
  'bracketed',
  'text',
] as const;

export type Family = (typeof FAMILIES)[number];

const NUMBER_OF: Readonly<Record<Family, number>> = Object.fromEntries(
  FAMILIES.map((family, index) => [family, index << DETAIL_BITS]),
) as Record<Family, number>;

export function shapeOf(family: Family, detail = 0): Shape {
  return NUMBER_OF[family] | detail;
}

export function familyOf(shape: Shape): Family {
  return FAMILIES[shape >>> DETAIL_BITS] ?? 'text';
}

export function detailOf(shape: Shape): number {
  return shape & ((1 << DETAIL_BITS) - 1);
}

/** Set in the detail of a long decimal or an exponent when a double keeps all its digits. */
export const KEPT_BY_FLOAT = 1;
/** Set in the detail of a decimal such as `1.234`, which can also mean 1234. */
export const COULD_BE_GROUPED = 2;
