import { CasparianError } from '../../platform/index.js';
import { type OutputContract, parseContract } from '../../contract/index.js';
import { CURRENCIES } from '../price/currencies.js';
import { PRICE_TYPES } from '../price/price-types.js';

/**
 * What every row of every source must satisfy. A price is compared as a decimal; the smallest unit of a currency has at most three
 * places.
 */
const BASE: Readonly<Record<string, Declared>> = {
  external_id: { type: 'string' },
  title: { type: 'string' },
  url: { type: 'string' },
  price: { type: 'decimal(22,4)', required: true, min: '0.0001' },
  currency: { type: 'string', required: true, enum: CURRENCIES },
  price_type: { type: 'string', required: true, enum: PRICE_TYPES },
  observed_at: { type: 'datetime(tz)', required: true },
  shipping: { type: 'decimal(22,4)', min: '0' },
  lot_size: { type: 'int', min: 1 },
  best_offer: { type: 'bool' },
  unsold: { type: 'bool' },
  premium_included: { type: 'bool' },
  seller: { type: 'string' },
  grade: { type: 'string' },
  grader: { type: 'string' },
  year: { type: 'string' },
  mint_mark: { type: 'string' },
  denomination: { type: 'string' },
  series: { type: 'string' },
  match_strength: { type: 'decimal(7,6)', min: '0', max: '1' },
};

type Declared = Readonly<Record<string, unknown>>;

/** The fields with a meaning. Other fields are attributes of a listing. */
export const ROW_FIELDS: readonly string[] = Object.keys(BASE);

/** A page on which one of these never matches has changed. */
export const ALWAYS_REQUIRED: ReadonlySet<string> = new Set(['price', 'currency', 'price_type', 'observed_at']);

/** The rules above with those that a source adds: `{"price": {"max": 10000}, "title": "string!"}`. */
export function rowContract(declared: unknown): OutputContract {
  const added = declared ?? {};
  if (typeof added !== 'object' || Array.isArray(added)) {
    throw new CasparianError('CONTRACT_INVALID', 'The contract of a source must be an object of columns', {
      next: ['Write for example {"price": {"max": 10000}, "title": "string!"}'],
    });
  }
  const columns: Record<string, unknown> = { ...BASE };
  for (const [name, rules] of Object.entries(added)) columns[name] = merged(BASE[name], rules);
  const output = parseContract(columns).outputs.get('');
  if (output === undefined) throw new TypeError('a contract with columns has one output');
  return output;
}

/** A text replaces the type and keeps the other rules: `string!` makes a title required. */
function merged(base: Declared | undefined, rules: unknown): unknown {
  if (base === undefined) return rules;
  if (typeof rules === 'string')
    return { ...base, type: rules, ...(rules.endsWith('!') ? { type: rules.slice(0, -1), required: true } : {}) };
  return typeof rules === 'object' && rules !== null ? { ...base, ...rules } : rules;
}
