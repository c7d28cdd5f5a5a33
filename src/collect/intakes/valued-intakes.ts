import { sql } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { isoTime } from '../../platform/index.js';
import type { CollectSchema } from '../schema/tables.js';

export const CONFIDENCES = ['high', 'medium', 'low', 'none'] as const;

/** An item with its stored value. */
export interface ValuedIntake {
  readonly id: string;
  readonly ref: string | null;
  readonly title: string;
  readonly year: number | null;
  /** Price points that were found for it, also those that do not count. */
  readonly points: number;
  /** Null if it was not valued yet. */
  readonly value: {
    readonly cents: number | null;
    readonly lowCents: number | null;
    readonly highCents: number | null;
    readonly currency: string | null;
    readonly n: number;
    readonly confidence: string;
    readonly valuedAt: number;
  } | null;
}

export interface ValuedIntakeFilter {
  /** A part of the title or the reference, in any case. */
  readonly text?: string | undefined;
  readonly confidence?: (typeof CONFIDENCES)[number] | undefined;
  readonly limit: number;
  /** The last id of the page before. */
  readonly before?: string | undefined;
}

/** Items with their values, newest items first. */
export async function listValuedIntakes(
  database: TenantExecutor,
  { text, confidence, limit, before }: ValuedIntakeFilter,
): Promise<ValuedIntake[]> {
  const { tenant } = database;
  let query = queryBuilder<CollectSchema>(database)
    .selectFrom('cf_intakes as intake')
    .leftJoin('cf_valuations as value', (join) =>
      join.onRef('value.intake_id', '=', 'intake.id').onRef('value.tenant', '=', 'intake.tenant'),
    )
    .select(['intake.id', 'intake.ref', 'intake.title', 'intake.year'])
    .select(['value_cents', 'low_cents', 'high_cents', 'currency', 'n', 'confidence', 'valued_at'])
    .select((eb) =>
      eb
        .selectFrom('cf_price_points as point')
        .select(sql<number>`count(*)`.as('count'))
        .where('point.tenant', '=', tenant)
        .whereRef('point.intake_id', '=', 'intake.id')
        .as('points'),
    )
    .where('intake.tenant', '=', tenant);
  if (before !== undefined) query = query.where('intake.id', '<', before);
  if (confidence !== undefined) query = query.where('value.confidence', '=', confidence);
  if (text !== undefined) {
    const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(
      sql<boolean>`(lower(intake.title) LIKE ${part} ESCAPE '\\' OR lower(coalesce(intake.ref, '')) LIKE ${part} ESCAPE '\\')`,
    );
  }
  const rows = await query.orderBy('intake.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    ...{ id: row.id, ref: row.ref, title: row.title, year: row.year, points: Number(row.points) },
    value:
      row.valued_at === null
        ? null
        : {
            ...{ cents: row.value_cents, lowCents: row.low_cents, highCents: row.high_cents, currency: row.currency },
            ...{ n: row.n ?? 0, confidence: row.confidence ?? 'none', valuedAt: row.valued_at },
          },
  }));
}

export function valuedIntakeJson({ value, id, ...intake }: ValuedIntake): object {
  return {
    intake_id: id,
    ...intake,
    value_cents: value?.cents ?? null,
    low_cents: value?.lowCents ?? null,
    high_cents: value?.highCents ?? null,
    currency: value?.currency ?? null,
    n: value?.n ?? 0,
    confidence: value?.confidence ?? null,
    valued_at: isoTime(value?.valuedAt ?? null),
  };
}
