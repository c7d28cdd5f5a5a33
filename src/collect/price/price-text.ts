import { CURRENCY_SIGNS, currenciesOfSign, isCurrency, minorDigits } from './currencies.js';

export interface PriceNotation {
  /** Null: found from the text, or a problem if it can be read in two ways. */
  readonly decimal: '.' | ',' | null;
}

export interface Money {
  /** In the smallest unit of the currency. */
  readonly cents: number;
  readonly currency: string;
}

/** Why a text is no price; `column` is the field that must change. */
export interface PriceProblem {
  readonly column: 'price' | 'currency';
  readonly type: 'invalid_decimal' | 'too_precise' | 'out_of_range' | 'null_required' | 'not_in_enum' | 'below_minimum';
  readonly message: string;
}

const MAX_TEXT = 64;
const SPACES = /[\s\u00a0\u202f\u2009]+/g;
const CODE = /^([A-Z]{3})(?![A-Za-z])|(?<![A-Za-z])([A-Z]{3})$/;
/** `12.–`, `12,-` and `12.--` mean no cents. */
const NO_CENTS = /[.,]\s?[-–—]{1,2}$/;
const AMOUNT = /^([+-]?)([0-9][0-9.,'’ ]*)$/;

/**
 * Reads a price as people write it: `1.234,56 €`, `$1,234.50`, `USD 12`, `12.–`. The result is exact, in the smallest unit. A
 * text with two readings (`1.500 €`) is a problem until the spec declares its notation.
 */
export function parsePrice(text: string, given: string | null, notation: PriceNotation): Money | PriceProblem {
  const clean = text.replace(SPACES, ' ').trim();
  if (clean === '') return problem('price', 'null_required', 'is required but has no value');
  if (clean.length > MAX_TEXT) return notAPrice(text);
  const { amount, currencies, sign } = withoutCurrency(clean);
  const currency = chosenCurrency(currencies, sign, given);
  if (typeof currency !== 'string') return currency;
  const match = AMOUNT.exec(amount.replace(NO_CENTS, ''));
  if (match === null) return notAPrice(text);
  if (match[1] === '-') return problem('price', 'below_minimum', `${shown(text)} is negative`);
  return valueOf((match[2] ?? '').trim(), currency, notation, text);
}

/** A JSON number or a decimal of a reader: its notation is known. */
export function decimalPrice(text: string, currency: string): Money | PriceProblem {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return notAPrice(text);
  if (match[1] === '-') return problem('price', 'below_minimum', `${shown(text)} is negative`);
  return centsOf(match[2] ?? '', match[3] ?? '', currency, text) ?? tooPrecise(text, currency);
}

function withoutCurrency(clean: string): { amount: string; currencies: readonly string[]; sign: string | null } {
  const code = CODE.exec(clean);
  const found = code?.[1] ?? code?.[2];
  if (found !== undefined && isCurrency(found)) {
    const rest = clean.replace(found, '').trim();
    // `US $12` and `USD $12`: the code decides.
    const sign = CURRENCY_SIGNS.find((one) => rest.startsWith(one) || rest.endsWith(one));
    const repeated = sign !== undefined && currenciesOfSign(sign).includes(found) ? sign : '';
    return { amount: rest.replace(repeated, '').trim(), currencies: [found], sign: found };
  }
  const sign = CURRENCY_SIGNS.find((one) => clean.startsWith(one) || clean.endsWith(one));
  if (sign === undefined) return { amount: clean, currencies: [], sign: null };
  const amount = (clean.startsWith(sign) ? clean.slice(sign.length) : clean.slice(0, -sign.length)).trim();
  return { amount, currencies: currenciesOfSign(sign), sign };
}

function chosenCurrency(found: readonly string[], sign: string | null, given: string | null): string | PriceProblem {
  if (given !== null) {
    if (!isCurrency(given)) return problem('currency', 'not_in_enum', `${shown(given)} is not a currency of ISO 4217`);
    if (found.length === 0 || found.includes(given)) return given;
    return problem('currency', 'not_in_enum', `the currency is ${given}, but the price is written in ${sign ?? ''}`);
  }
  const [only, ...others] = found;
  if (only === undefined) return problem('currency', 'null_required', 'is required but has no value');
  if (others.length === 0) return only;
  return problem(
    'currency',
    'not_in_enum',
    `${shown(sign ?? '')} can mean ${found.slice(0, 4).join(', ')}${found.length > 4 ? ' …' : ''}: declare the currency`,
  );
}

function valueOf(amount: string, currency: string, { decimal }: PriceNotation, text: string): Money | PriceProblem {
  const marks: readonly ('.' | ',')[] = decimal === null ? ['.', ','] : [decimal];
  const readings = marks.map((mark) => read(amount, mark)).filter((reading) => reading !== null);
  if (readings.length === 0) return notAPrice(text);
  const values = readings.flatMap(([whole, places]) => centsOf(whole, places, currency, text) ?? []);
  const [first, second] = values;
  if (first === undefined) return tooPrecise(text, currency);
  if ('type' in first || second === undefined || 'type' in second || first.cents === second.cents) return first;
  return problem(
    'price',
    'invalid_decimal',
    `${shown(text)} can be read in two ways: declare "decimal": "." or "decimal": ","`,
  );
}

/** Digits before and after the mark; null if the text is not written this way. Thousands are in groups of three. */
function read(amount: string, mark: '.' | ','): readonly [string, string] | null {
  const [whole = '', places = '', ...more] = amount.split(mark);
  if (more.length > 0 || !/^\d*$/.test(places)) return null;
  if (/^\d+$/.test(whole)) return [whole, places];
  const separator = /\D/.exec(whole)?.[0] ?? '';
  const [head = '', ...groups] = whole.split(separator);
  const isGrouped = /^[1-9]\d{0,2}$/.test(head) && groups.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? [head + groups.join(''), places] : null;
}

/** Undefined if the currency has no unit that is small enough. */
function centsOf(whole: string, places: string, currency: string, text: string): Money | PriceProblem | undefined {
  const digits = minorDigits(currency);
  if (/[1-9]/.test(places.slice(digits))) return undefined;
  const cents = Number(whole + places.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(cents)) return problem('price', 'out_of_range', `${shown(text)} is too large`);
  return { cents, currency };
}

export function isMoney(outcome: Money | PriceProblem): outcome is Money {
  return 'cents' in outcome;
}

function tooPrecise(text: string, currency: string): PriceProblem {
  return problem('price', 'too_precise', `${shown(text)} has more decimal places than ${currency} has`);
}

function notAPrice(text: string): PriceProblem {
  return problem('price', 'invalid_decimal', `${shown(text)} is not a price`);
}

function problem(column: PriceProblem['column'], type: PriceProblem['type'], message: string): PriceProblem {
  return { column, type, message };
}

function shown(text: string): string {
  return JSON.stringify(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}
