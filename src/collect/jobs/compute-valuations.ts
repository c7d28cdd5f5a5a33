import type { TenantExecutor } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { groupedBy } from '../../platform/index.js';
import type { Intake } from '../intakes/intake.js';
import { dayOf } from '../match-row.js';
import { findRates, type WantedRates } from '../points/currency-rates.js';
import { findValuedRows, type ValuedRow } from '../points/find-points.js';
import type { NewValuation } from '../points/valuations.js';
import type { SourceOptions } from '../sources/source.js';
import { type ExchangeRate, OLDEST_RATE_DAYS } from '../valuation/exchange-rates.js';
import { type Valuation, VALUATION_DEFAULTS, type ValuationPoint } from '../valuation/valuation.js';
import { valueIntake } from '../valuation/value-intake.js';

const MS_PER_DAY = 86_400_000;

/** The values of intakes today. One query for the points of all of them, and one for their rates. */
export async function computeValuations(
  database: TenantExecutor,
  intakes: readonly Pick<Intake, 'id' | 'halfLifeDays'>[],
): Promise<ReadonlyMap<string, Valuation>> {
  if (intakes.length === 0) return new Map();
  const [now, rows] = await Promise.all([
    databaseNow(database),
    findValuedRows(
      database,
      intakes.map(({ id }) => id),
    ),
  ]);
  const byIntake = groupedBy(rows, ({ intake_id }) => intake_id);
  const wantedBy = new Map(
    [...byIntake].flatMap(([id, points]) => {
      const wanted = ratesOf(points);
      return wanted ? [[id, wanted] as const] : [];
    }),
  );
  const rates = await allRates(database, [...wantedBy.values()]);
  const optionsOf = parsedOnce();
  return new Map(
    intakes.map(({ id, halfLifeDays }) => {
      const points = (byIntake.get(id) ?? []).map((row) => valuationPoint(row, optionsOf(row.options)));
      const wanted = wantedBy.get(id);
      const options = { ...VALUATION_DEFAULTS, ...(halfLifeDays == null ? {} : { halfLifeDays }) };
      const own = wanted ? rates.filter((rate) => isWanted(rate, wanted)) : [];
      return [id, valueIntake({ intakeId: id, asOf: dayOf(now), points, rates: own, options })];
    }),
  );
}

/** The rates of the days on which the points were observed; undefined if they have one currency. */
function ratesOf(points: readonly ValuedRow[]): WantedRates | undefined {
  const currencies = [...new Set(points.map(({ currency }) => currency))];
  if (currencies.length < 2) return undefined;
  let [first, last] = [Infinity, -Infinity];
  for (const { observed_at: at } of points) [first, last] = [Math.min(first, at), Math.max(last, at)];
  return { currencies, firstDay: dayOf(first - OLDEST_RATE_DAYS * MS_PER_DAY), lastDay: dayOf(last) };
}

async function allRates(database: TenantExecutor, wanted: readonly WantedRates[]): Promise<readonly ExchangeRate[]> {
  const [first] = wanted;
  if (!first) return [];
  return findRates(
    database,
    wanted.reduce((all, { currencies, firstDay, lastDay }) => ({
      currencies: [...new Set([...all.currencies, ...currencies])],
      firstDay: firstDay < all.firstDay ? firstDay : all.firstDay,
      lastDay: lastDay > all.lastDay ? lastDay : all.lastDay,
    })),
  );
}

/** The rates that an intake gets alone: its value does not depend on what else is valued with it. */
function isWanted({ base, quote, day }: ExchangeRate, { currencies, firstDay, lastDay }: WantedRates): boolean {
  return day >= firstDay && day <= lastDay && (currencies.includes(base) || currencies.includes(quote));
}

/** Points have few sources. */
function parsedOnce(): (text: string) => SourceOptions {
  const parsed = new Map<string, SourceOptions>();
  return (text) => {
    const options = parsed.get(text) ?? (JSON.parse(text) as SourceOptions);
    parsed.set(text, options);
    return options;
  };
}

function valuationPoint(row: ValuedRow, { premiumPercent = 0 }: SourceOptions): ValuationPoint {
  return {
    sourceId: row.source_id,
    dedupeKey: row.dedupe_key,
    priceCents: row.price_cents,
    currency: row.currency,
    priceType: row.price_type,
    observedOn: dayOf(row.observed_at),
    matchPerMille: row.match_per_mille,
    trustPerMille: Math.round(row.trust * 1_000),
    stale: row.stale === 1,
    lotSize: row.lot_size,
    bestOffer: row.best_offer === 1,
    unsold: row.unsold === 1,
    seller: row.seller,
    shippingCents: row.shipping_cents,
    premiumPerMille: premiumPercent > 0 && isPremiumExtra(row.details) ? Math.round(premiumPercent * 10) : null,
  };
}

/** The source says that the premium is not part of the price. If it says nothing, nothing is added. */
function isPremiumExtra(details: string): boolean {
  if (!details.includes('premium_included')) return false;
  const { premium_included: included } = JSON.parse(details) as { premium_included?: string };
  return included !== undefined && /^(?:false|f|no|n|0|off)$/i.test(included.trim());
}

export function storedForm(valuation: Valuation): NewValuation {
  return {
    inputs_hash: valuation.inputsHash,
    algorithm: valuation.algorithm,
    value_cents: valuation.valueCents,
    low_cents: valuation.lowCents,
    high_cents: valuation.highCents,
    currency: valuation.currency,
    n: valuation.n,
    confidence: valuation.confidence,
    body: JSON.stringify(valuation),
  };
}
