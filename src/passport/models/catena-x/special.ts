import { JsonDecimal } from '../../../platform/index.js';
import { isObject, isQuantity, scalarText } from '../../attributes/stored-value.js';
import type { FactJson } from '../../rules/values/value.js';
import { number, text } from '../mapping/codecs.js';
import type { Codec, Part } from '../mapping/part.js';

const BPNL = /^BPNL[a-zA-Z0-9]{12}$/;

/** A company by its business partner number, which is one of the forms of its identifier. */
export const bpnl: Codec = {
  write(stored) {
    const identifier = isObject(stored) ? stored['identifier'] : undefined;
    return typeof identifier === 'string' && BPNL.test(identifier) ? identifier : undefined;
  },
  read: (given, refuse) => (typeof given === 'string' ? { identifier: given } : text.read(given, refuse)),
};

/** The abbreviation of the chemistry. */
export const chemistry: Codec = {
  write: (stored) => (isObject(stored) ? text.write(stored['short_name'] ?? null, () => undefined) : undefined),
  read(given, refuse) {
    const name = text.read(given, refuse);
    return name === undefined ? undefined : { short_name: name };
  },
};

const IDENTIFIER = 'identification.battery_identifier';

/** The GTIN of the identifier, or the whole. */
export const codes: Part = {
  names: [IDENTIFIER],
  write(values) {
    const identifier = values.get(IDENTIFIER);
    if (typeof identifier !== 'string') return undefined;
    const [, gtin] = /(?:\(01\)|\/01\/)(\d{14})/.exec(identifier) ?? [];
    return [gtin === undefined ? { key: 'identifier', value: identifier } : { key: 'GTIN', value: gtin }];
  },
  read(given, into, refuse) {
    const identifier = into.get(IDENTIFIER);
    for (const [index, code] of (Array.isArray(given) ? (given as readonly FactJson[]) : [given]).entries()) {
      const value = isObject(code) ? code['value'] : undefined;
      const isKnown = typeof value === 'string' && typeof identifier === 'string' && identifier.includes(value);
      if (!isKnown) refuse([index], 'a passport has one identifier of the battery, idDmc', code);
    }
  },
};

const PURPOSES: Readonly<Record<string, string>> = {
  ev: 'automotive',
  lmt: 'light means of transport',
  industrial: 'industry',
  stationary: 'stationary energy storage',
};

/** The industry follows from the category. */
export const purpose: Part = {
  names: ['identification.category'],
  write(values) {
    const known = PURPOSES[scalarText(values.get('identification.category') ?? '')];
    return known === undefined ? undefined : [known];
  },
  read: () => undefined,
};

/** Kilograms in one of each unit. */
const MASSES: Readonly<Record<string, number>> = {
  'unit:gram': 0.001,
  'unit:kilogram': 1,
  'unit:tonneMetricTon': 1000,
  'unit:tonUsOrShortTonUkorus': 907.18474,
  'unit:ounceAvoirdupois': 0.028349523125,
  'unit:pound': 0.45359237,
};

const KILOGRAMS = number('kg');

export const weight: Codec = {
  write(stored) {
    const value = KILOGRAMS.write(stored, () => undefined);
    return value === undefined ? undefined : { value, unit: 'unit:kilogram' };
  },
  read(given, refuse) {
    if (!isObject(given)) return KILOGRAMS.read(given, refuse);
    const unit = scalarText(given['unit'] ?? 'unit:kilogram');
    const factor = MASSES[unit];
    const mass = KILOGRAMS.read(given['value'] ?? '', refuse);
    if (factor === undefined || mass === undefined || !isQuantity(mass)) {
      refuse([], factor === undefined ? `the unit ${unit} is not a unit of mass` : 'a number is expected here', given);
      return undefined;
    }
    return factor === 1 ? mass : { unit: 'kg', value: String(Number((Number(mass.value) * factor).toPrecision(12))) };
  },
};

const [MADE, UNTIL] = ['identification.manufacturing_date', 'identification.warranty_until'];

/** The warranty in months since the battery was made. A passport has its end. */
export const warranty: Part = {
  names: [UNTIL, MADE],
  write(values) {
    const [from, to] = [MADE, UNTIL].map((path) => monthOf(values.get(path)));
    if (from === undefined || to === undefined || to < from) return undefined;
    return { lifeValue: new JsonDecimal(String(to - from)), lifeUnit: 'unit:month' };
  },
  read(given, into, refuse) {
    const [value, unit] = isObject(given) ? [given['lifeValue'], given['lifeUnit']] : [];
    const months = MONTHS[scalarText(unit ?? '')];
    const count = Number(value);
    if (months === undefined || !Number.isInteger(count * months)) {
      return refuse([], 'a passport has the month in which the warranty ends', given);
    }
    const made = monthOf(into.get(MADE));
    if (made === undefined) return refuse([], 'the end of the warranty needs the date of manufacture', given);
    const month = made + count * months;
    into.set(UNTIL, `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`);
  },
};

const MONTHS: Readonly<Record<string, number>> = { 'unit:month': 1, 'unit:year': 12 };

function monthOf(date: FactJson | undefined): number | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)/.exec(typeof date === 'string' ? date : '') ?? [];
  return year === undefined ? undefined : Number(year) * 12 + Number(month) - 1;
}
