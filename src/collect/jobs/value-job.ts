import { queryBuilder, tenantDatabase, type TenantExecutor, tenantTransaction } from '../../database/index.js';
import {
  complete,
  databaseNow,
  enqueueWithin,
  type JobContext,
  type Outcome,
  PermanentError,
} from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { loadIntake } from '../intakes/intakes.js';
import { dayOf } from '../match-row.js';
import { findRates } from '../points/currency-rates.js';
import { findPoints, type StoredPoint } from '../points/find-points.js';
import { type NewValuation, storeValuation } from '../points/valuations.js';
import type { CollectSchema } from '../schema/tables.js';
import { type ExchangeRate, OLDEST_RATE_DAYS } from '../valuation/exchange-rates.js';
import { type Valuation, VALUATION_DEFAULTS, type ValuationPoint } from '../valuation/valuation.js';
import { valueIntake } from '../valuation/value-intake.js';
import { VALUE_JOB, type ValuePayload } from './job-types.js';
import type { CollectRuntime } from './runtime.js';

const MS_PER_DAY = 86_400_000;

/** Values an intake from its points, and once more if points changed meanwhile. */
export async function valueOfIntake(
  runtime: CollectRuntime,
  { intake_id: intakeId }: ValuePayload,
  context: JobContext,
): Promise<Outcome> {
  const { tenant } = context.job;
  const database = tenantDatabase(runtime.database, tenant);
  // Before the points: a change that comes later is valued once more.
  const intake = await loadIntake(database, intakeId);
  if (!intake) throw new PermanentError(`There is no intake ${intakeId}`);
  const valuation = await computeValuation(database, intakeId, await findPoints(database, { intakeIds: [intakeId] }));
  const result = { value_cents: valuation.valueCents, currency: valuation.currency, n: valuation.n };
  return complete(result, {
    write: async (scope) => {
      const tx = tenantTransaction(scope, tenant);
      const { points_version } = await queryBuilder<CollectSchema>(tx)
        .updateTable('cf_intakes')
        .set({ valued_version: intake.pointsVersion })
        .where('tenant', '=', tenant)
        .where('id', '=', intakeId)
        .returning('points_version')
        .executeTakeFirstOrThrow();
      if (points_version > intake.pointsVersion) {
        const options = { tenant, delayMs: runtime.debounceMs, idempotencyKey: `${intakeId}:${intake.pointsVersion}` };
        await enqueueWithin(scope, VALUE_JOB, [{ payload: { intake_id: intakeId }, options }]);
      }
      const version = await storeValuation(tx, intakeId, storedForm(valuation));
      if (version === undefined) return;
      await recordEvent(tx, {
        ...{ eventType: 'intake.valued', aggregateType: 'intake', aggregateId: intakeId },
        payload: { ...result, version, inputs_hash: valuation.inputsHash },
      });
    },
  });
}

/** The value of an intake today. */
export async function computeValuation(
  database: TenantExecutor,
  intakeId: string,
  points: readonly StoredPoint[],
): Promise<Valuation> {
  const today = dayOf(await databaseNow(database));
  const rates = await ratesFor(database, points);
  return valueIntake({ intakeId, asOf: today, points: points.map(valuationPoint), rates, options: VALUATION_DEFAULTS });
}

/** The rates of the days on which the points were observed; none if they have one currency. */
async function ratesFor(database: TenantExecutor, points: readonly StoredPoint[]): Promise<ExchangeRate[]> {
  const currencies = [...new Set(points.map(({ currency }) => currency))];
  if (currencies.length < 2) return [];
  const times = points.map((point) => point.observed_at);
  const first = times.reduce((one, other) => Math.min(one, other)) - OLDEST_RATE_DAYS * MS_PER_DAY;
  const last = times.reduce((one, other) => Math.max(one, other));
  return findRates(database, { currencies, firstDay: dayOf(first), lastDay: dayOf(last) });
}

export function valuationPoint(point: StoredPoint): ValuationPoint {
  return {
    sourceId: point.source_id,
    dedupeKey: point.dedupe_key,
    priceCents: point.price_cents,
    currency: point.currency,
    priceType: point.price_type,
    observedOn: dayOf(point.observed_at),
    matchPerMille: point.match_per_mille,
    trustPerMille: Math.round(point.trust * 1_000),
    stale: point.stale === 1,
    lotSize: point.lot_size,
    bestOffer: point.best_offer === 1,
    unsold: point.unsold === 1,
    seller: point.seller,
  };
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
