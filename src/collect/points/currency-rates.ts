import { queryBuilder, type TenantDatabase, type TenantExecutor } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import type { CollectSchema } from '../schema/tables.js';
import type { ExchangeRate } from '../valuation/exchange-rates.js';

const RATE = /^\d{1,15}(\.\d{1,15})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CURRENCY = /^[A-Z]{3}$/;
const ROWS_PER_STATEMENT = 1_000;

/** Stores rates; a rate of the same day is replaced. Returns how many were given. */
export async function storeRates(database: TenantDatabase, rates: readonly ExchangeRate[]): Promise<number> {
  for (const rate of rates) checkRate(rate);
  // A statement cannot touch a row twice; the last one counts.
  const unique = [...new Map(rates.map((rate) => [`${rate.base} ${rate.quote} ${rate.day}`, rate])).values()];
  await database.transaction(async (tx) => {
    for (let first = 0; first < unique.length; first += ROWS_PER_STATEMENT) {
      await queryBuilder<CollectSchema>(tx)
        .insertInto('cf_currency_rates')
        .values(
          unique
            .slice(first, first + ROWS_PER_STATEMENT)
            .map(({ base, quote, day, rate }) => ({ tenant: tx.tenant, base, quote, day, rate })),
        )
        .onConflict((conflict) =>
          conflict.columns(['tenant', 'base', 'quote', 'day']).doUpdateSet((is) => ({ rate: is.ref('excluded.rate') })),
        )
        .execute();
    }
    const about = { aggregateType: 'currency_rates', aggregateId: tx.tenant };
    if (unique.length > 0)
      await recordEvent(tx, { eventType: 'currency_rates.imported', ...about, payload: { rates: unique.length } });
  });
  return unique.length;
}

/** The rates that can convert between currencies on days. */
export interface WantedRates {
  readonly currencies: readonly string[];
  readonly firstDay: string;
  readonly lastDay: string;
}

/** All rates, or those that are wanted: central banks publish 30 currencies for 20 years, and a valuation needs few of them. */
export async function findRates(database: TenantExecutor, wanted?: WantedRates): Promise<ExchangeRate[]> {
  let query = queryBuilder<CollectSchema>(database)
    .selectFrom('cf_currency_rates')
    .select(['base', 'quote', 'day', 'rate'])
    .where('tenant', '=', database.tenant)
    .orderBy('base')
    .orderBy('quote')
    .orderBy('day');
  if (wanted !== undefined) {
    const { currencies, firstDay, lastDay } = wanted;
    // Two currencies may meet in a third one: each step begins or ends with a wanted one.
    query = query
      .where((is) => is.or([is('base', 'in', currencies), is('quote', 'in', currencies)]))
      .where('day', '>=', firstDay)
      .where('day', '<=', lastDay);
  }
  return query.execute();
}

function checkRate({ base, quote, day, rate }: ExchangeRate): void {
  if (CURRENCY.test(base) && CURRENCY.test(quote) && DAY.test(day) && RATE.test(rate) && Number(rate) > 0) return;
  throw new CasparianError('OPTION_INVALID', `The rate '${base} ${quote} ${day} ${rate}' cannot be used`, {
    why: 'It needs two currencies of three letters, a day such as 2026-03-01, and a positive decimal number.',
  });
}
