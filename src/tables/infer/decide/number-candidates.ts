import { LARGEST_PRECISION, NARROW_DECIMAL_PRECISION, type NumberStyle } from '../../../contract/index.js';
import { HAS_FRACTION, STYLES, stylesWith } from '../profile/classify-styled-number.js';
import { COULD_BE_GROUPED, detailOf, type Family, KEPT_BY_FLOAT } from '../profile/shape.js';
import type { Tally } from '../profile/tally.js';
import { type Candidate, NEVER } from './candidate.js';

const INTS: ReadonlySet<Family> = new Set(['int', 'compactDate', 'longInt']);
const DECIMALS: ReadonlySet<Family> = new Set([...INTS, 'bigInt', 'decimal', 'longDecimal']);
/** A number would lose part of these, or they look like codes: one such value makes the column text. */
const NOT_NUMBERS: ReadonlySet<Family> = new Set(['padded', 'plus', 'code', 'hugeInt', 'bareExponent']);
const FLOATING: ReadonlySet<Family> = new Set(['hugeDecimal', 'exponent', 'infinite']);
const PLAIN_NUMBERS: ReadonlySet<Family> = new Set([...DECIMALS, ...FLOATING]);

/** Spaces separate thousands, but also the digits of telephone and company numbers. */
const SPACED = stylesWith(null, ' ');
const COMMA_DECIMALS = stylesWith(',', null);
const COMMA_THOUSANDS = stylesWith(null, ',');

/** `areNumbers`: the file declares them as numbers, so `1E5` is not a code. */
export function numberCandidates(tallies: readonly Tally[], areNumbers = false): readonly Candidate[] {
  return [
    ...plainCandidates(tallies, areNumbers),
    ...STYLES.flatMap((style, index) => styledCandidate(tallies, style, 1 << index)),
  ];
}

function plainCandidates(tallies: readonly Tally[], areNumbers: boolean): Candidate[] {
  const plain = (type: string, fits: (tally: Tally) => boolean): Candidate => ({
    type,
    format: null,
    numberStyle: null,
    label: type,
    fits,
    isNearMiss: NEVER,
    forbids: (tally) => NOT_NUMBERS.has(tally.family) || PLAIN_NUMBERS.has(tally.family),
    rivalry: 'plain',
  });
  const decimal = decimalType(tallies.filter(({ family }) => DECIMALS.has(family)));
  const isFloating = tallies.some(({ family }) => FLOATING.has(family));
  const hasPoint = isFloating || tallies.some(({ family }) => family === 'decimal' || family === 'longDecimal');
  const hasBare = tallies.some(({ family }) => family === 'bareExponent');
  return [
    plain('int', ({ family }) => INTS.has(family)),
    ...(decimal === null ? [] : [plain(decimal, ({ family }) => DECIMALS.has(family))]),
    ...(isFloating || (hasBare && (hasPoint || areNumbers)) || decimal === null ? [plain('float', isKeptByFloat)] : []),
  ];
}

function isKeptByFloat({ family, shape }: Tally): boolean {
  if (family === 'int' || family === 'compactDate' || family === 'decimal' || family === 'infinite') return true;
  if (!['longDecimal', 'hugeDecimal', 'exponent', 'bareExponent'].includes(family)) return false;
  return (detailOf(shape) & KEPT_BY_FLOAT) !== 0;
}

function styledCandidate(tallies: readonly Tally[], style: NumberStyle, bit: number): Candidate[] {
  const fits = (tally: Tally): boolean => fitsStyle(tally, style, bit);
  const fitting = tallies.filter(fits);
  if (!fitting.some(({ family }) => family === 'styled') || ((bit & SPACED) !== 0 && !isPlainlyNumber(fitting)))
    return [];
  const digits = fitting.map((tally) => digitsIn(tally, style));
  const type =
    digits.every(({ places }) => places === 0) && fitting.every(({ family }) => family !== 'bigInt')
      ? intType(digits)
      : decimalOf(digits);
  if (type === null) return [];
  return [
    {
      type,
      format: null,
      numberStyle: style,
      label: `${type} written like ${exampleOf(style)}`,
      fits,
      isNearMiss: NEVER,
      forbids: ({ family }) => NOT_NUMBERS.has(family) || FLOATING.has(family),
      rivalry: 'styled',
    },
  ];
}

function fitsStyle({ family, shape }: Tally, { decimal, thousands }: NumberStyle, bit: number): boolean {
  if (family === 'styled') return (detailOf(shape) & bit) !== 0;
  if (INTS.has(family) || family === 'bigInt') return true;
  if (family !== 'decimal' && family !== 'longDecimal') return false;
  return decimal === '.' || (thousands === '.' && (detailOf(shape) & COULD_BE_GROUPED) !== 0);
}

/** Groups of digits with spaces that all have the same length may be telephone numbers. */
function isPlainlyNumber(fitting: readonly Tally[]): boolean {
  const spaced = fitting.filter(({ family }) => family === 'styled');
  if (spaced.some(({ shape }) => (detailOf(shape) & HAS_FRACTION) !== 0)) return true;
  return Math.min(...fitting.map((one) => one.fewestDigits)) !== Math.max(...fitting.map((one) => one.mostDigits));
}

/** Whether the two styles read the text as different numbers. */
export function readDifferently(tally: Tally): boolean {
  if (tally.family !== 'styled') return false;
  const detail = detailOf(tally.shape);
  return (detail & COMMA_DECIMALS) !== 0 && (detail & COMMA_THOUSANDS) !== 0;
}

interface Digits {
  readonly whole: number;
  readonly places: number;
}

function digitsIn({ family, shape, mostWhole, mostPlaces, mostDigits }: Tally, style: NumberStyle): Digits {
  if (family === 'styled') {
    const isFraction =
      (detailOf(shape) & HAS_FRACTION) !== 0 ||
      (style.decimal === ',' && (detailOf(shape) & COMMA_DECIMALS & COMMA_PLAIN) !== 0);
    return isFraction ? { whole: mostWhole, places: mostPlaces } : { whole: mostDigits, places: 0 };
  }
  return style.decimal === '.' ? { whole: mostWhole, places: mostPlaces } : { whole: mostDigits, places: 0 };
}

const COMMA_PLAIN = stylesWith(',', '');

function intType(digits: readonly Digits[]): string | null {
  return Math.max(...digits.map(({ whole }) => whole)) <= NARROW_DECIMAL_PRECISION ? 'int' : decimalOf(digits);
}

function decimalType(fitting: readonly Tally[]): string | null {
  return decimalOf(fitting.map(({ mostWhole, mostPlaces }) => ({ whole: mostWhole, places: mostPlaces })));
}

/** Digits before the point that are kept free for larger numbers in the next file. */
const SPARE_DIGITS = 3;

/**
 * Leaves space for larger numbers: 18 digits fit 64 bits; 38 are for columns that 18 would not leave space for, such as
 * computed fractions. Null when 38 are not enough.
 */
function decimalOf(digits: readonly Digits[]): string | null {
  const whole = Math.max(0, ...digits.map((one) => one.whole));
  const places = Math.max(0, ...digits.map((one) => one.places));
  if (whole + places > LARGEST_PRECISION) return null;
  const isNarrow = whole + SPARE_DIGITS + places <= NARROW_DECIMAL_PRECISION;
  return `decimal(${isNarrow ? NARROW_DECIMAL_PRECISION : LARGEST_PRECISION},${places})`;
}

export function exampleOf({ decimal, thousands }: NumberStyle): string {
  return `1${thousands}234${decimal}56`;
}

/** The style that an example such as `1.234,56` shows; null for other texts. */
export function styleOfExample(example: string): NumberStyle | null {
  return STYLES.find((style) => exampleOf(style) === example) ?? null;
}
