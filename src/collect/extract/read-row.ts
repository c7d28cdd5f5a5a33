import { createLocalClock, isMisreading } from '../../contract/index.js';
import { decimalPrice, isMoney, type Money, parsePrice, type PriceProblem } from '../price/price-text.js';
import { plainDecimal } from '../price/plain-decimal.js';
import { isCurrency, minorDigits } from '../price/currencies.js';
import type { Extraction, FieldSpec, RawItem, RawValue } from './extraction.js';

/** The values of an item as text that the contract can check, and what could not be converted. */
export interface ReadRow {
  readonly values: ReadonlyMap<string, string | null>;
  readonly price: Money | null;
  readonly shippingCents: number | null;
  readonly observedAt: number | null;
  readonly problems: readonly RowProblem[];
}

export interface RowProblem {
  readonly column: string;
  readonly type: string;
  readonly message: string;
}

/** Without a stated type, a price on a page proves an offer, not a sale. */
const DEFAULT_PRICE_TYPE = 'ask';

export function readRow(extraction: Extraction, item: RawItem, page: { url: string; fetchedAtMs: number }): ReadRow {
  const values = new Map<string, string | null>();
  const numbers = new Set<string>();
  const specs = new Map(extraction.fields.map((field) => [field.name, field]));
  for (const field of extraction.fields) {
    const raw = item.get(field.name) ?? null;
    const value = preparedValue(field, raw);
    values.set(field.name, value);
    if (raw?.isNumber === true && field.pattern === null && value !== null) numbers.add(field.name);
  }
  const problems: RowProblem[] = [];
  if (!specs.has('price_type')) values.set('price_type', DEFAULT_PRICE_TYPE);
  else values.set('price_type', values.get('price_type')?.toLowerCase() ?? null);
  const currency = values.get('currency')?.toUpperCase() ?? null;
  values.set('currency', currency);

  const price = amountOf('price', values, numbers, specs.get('price'), currency, problems);
  if (price !== null) {
    values.set('price', decimalText(price));
    values.set('currency', price.currency);
  }
  const shipping = amountOf('shipping', values, numbers, specs.get('shipping'), price?.currency ?? currency, problems);
  if (shipping !== null) values.set('shipping', decimalText(shipping));
  const observedAt = observedAtOf(values, specs.get('observed_at'), page.fetchedAtMs, problems);
  values.set('observed_at', observedAt === null ? (values.get('observed_at') ?? null) : isoText(observedAt));
  const url = values.get('url');
  if (url !== null && url !== undefined)
    values.set('url', URL.canParse(url, page.url) ? new URL(url, page.url).href : url);
  return { values, price, shippingCents: shipping?.cents ?? null, observedAt, problems };
}

/** Pattern, map and default of a field. */
function preparedValue(field: FieldSpec, raw: RawValue | null): string | null {
  let text = raw === null ? null : raw.text.trim();
  if (text !== null && field.pattern !== null) {
    const match = field.pattern.exec(text);
    text = match === null ? null : (match[1] ?? match[0]).trim();
  }
  if (text === '') text = null;
  if (text !== null && field.map !== null) text = field.map.get(text.toLowerCase()) ?? text;
  return text ?? field.value;
}

function amountOf(
  name: 'price' | 'shipping',
  values: ReadonlyMap<string, string | null>,
  numbers: ReadonlySet<string>,
  spec: FieldSpec | undefined,
  currency: string | null,
  problems: RowProblem[],
): Money | null {
  const text = values.get(name) ?? null;
  if (text === null) return null;
  const outcome = numbers.has(name)
    ? numberAmount(text, currency)
    : parsePrice(text, currency, { decimal: spec?.decimal ?? null });
  if (isMoney(outcome)) return outcome;
  problems.push({ ...outcome, column: outcome.column === 'price' ? name : outcome.column });
  return null;
}

function numberAmount(text: string, currency: string | null): Money | PriceProblem {
  if (currency === null) return { column: 'currency', type: 'null_required', message: 'is required but has no value' };
  if (!isCurrency(currency)) {
    return {
      column: 'currency',
      type: 'not_in_enum',
      message: `${JSON.stringify(currency)} is not a currency of ISO 4217`,
    };
  }
  return decimalPrice(plainDecimal(text) ?? text, currency);
}

/** Without the field, a price is observed when its page was fetched. */
function observedAtOf(
  values: ReadonlyMap<string, string | null>,
  spec: FieldSpec | undefined,
  fetchedAtMs: number,
  problems: RowProblem[],
): number | null {
  if (spec === undefined) return fetchedAtMs;
  const text = values.get('observed_at') ?? null;
  if (text === null) return null;
  const { date } = spec;
  if (date === null || date.kind === 'unix') {
    const number = Number(text);
    if (/^-?\d{1,16}$/.test(text)) return number * (date?.unitMs ?? 1000);
    problems.push({
      column: 'observed_at',
      type: 'invalid_datetime',
      message: `${JSON.stringify(text)} is not a time since 1970`,
    });
    return null;
  }
  const reading = date.read(text);
  if (isMisreading(reading)) {
    const why = reading.why === null ? '' : `: ${reading.why}`;
    problems.push({
      column: 'observed_at',
      type: 'invalid_datetime',
      message: `${JSON.stringify(text)} is not a date or time${why}`,
    });
    return null;
  }
  const local = (reading.days ?? 0) * 86_400_000 + Math.floor((reading.microseconds ?? 0) / 1000);
  if (reading.offsetSeconds !== null) return local - reading.offsetSeconds * 1000;
  // A day stays that day. Only a time of day moves with the zone.
  if (date.zone === null || reading.microseconds === null) return local;
  const instant = createLocalClock(date.zone)(BigInt(local) * 1000n);
  if (instant.kind === 'instant') return Number(instant.microseconds / 1000n);
  problems.push({
    column: 'observed_at',
    type: `time_${instant.kind}`,
    message: `${JSON.stringify(text)} is ${instant.kind} in ${date.zone}`,
  });
  return null;
}

function decimalText({ cents, currency }: Money): string {
  const digits = minorDigits(currency);
  const text = String(cents).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function isoText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}
