import type { Selectable } from 'kysely';
import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { CollectSchema, PricePointsTable } from '../schema/tables.js';

/** A stored point with the name and trust of its source. */
export type StoredPoint = Selectable<PricePointsTable> & { readonly source: string; readonly trust: number };

export interface PointFilter {
  readonly intakeIds?: readonly string[] | undefined;
  readonly sourceId?: string | undefined;
  /** Continues behind this point of the page before. */
  readonly after?: Pick<StoredPoint, 'intake_id' | 'source_id' | 'dedupe_key'> | undefined;
  readonly limit?: number | undefined;
}

/** What a valuation reads of a point: half of its columns. */
export type ValuedRow = Pick<StoredPoint, (typeof VALUED_COLUMNS)[number] | 'trust'> & { readonly options: string };

const VALUED_COLUMNS = [
  ...(['intake_id', 'source_id', 'dedupe_key', 'price_cents', 'currency', 'price_type', 'observed_at'] as const),
  ...(['match_per_mille', 'stale', 'lot_size', 'best_offer', 'unsold', 'seller', 'shipping_cents', 'details'] as const),
] as const;

/** The points of intakes, for their valuation. In no order: it sorts them by its own rule. */
export function findValuedRows(database: TenantExecutor, intakeIds: readonly string[]): Promise<ValuedRow[]> {
  return queryBuilder<CollectSchema>(database)
    .selectFrom('cf_price_points as point')
    .innerJoin('cf_sources as source', (join) =>
      join.onRef('source.id', '=', 'point.source_id').onRef('source.tenant', '=', 'point.tenant'),
    )
    .select(VALUED_COLUMNS.map((name) => `point.${name}` as const))
    .select(['source.trust', 'source.options'])
    .where('point.tenant', '=', database.tenant)
    .where('point.intake_id', 'in', intakeIds)
    .execute();
}

/** Points in the order of intake, source and dedupe key. */
export async function findPoints(database: TenantExecutor, filter: PointFilter): Promise<StoredPoint[]> {
  const { intakeIds, sourceId, after, limit } = filter;
  let query = queryBuilder<CollectSchema>(database)
    .selectFrom('cf_price_points as point')
    .innerJoin('cf_sources as source', (join) =>
      join.onRef('source.id', '=', 'point.source_id').onRef('source.tenant', '=', 'point.tenant'),
    )
    .selectAll('point')
    .select(['source.name as source', 'source.trust'])
    .where('point.tenant', '=', database.tenant)
    .orderBy('point.intake_id')
    .orderBy('point.source_id')
    .orderBy('point.dedupe_key');
  if (intakeIds !== undefined) query = query.where('point.intake_id', 'in', intakeIds);
  if (sourceId !== undefined) query = query.where('point.source_id', '=', sourceId);
  if (after !== undefined) {
    query = query.where((is) =>
      is(
        is.refTuple('point.intake_id', 'point.source_id', 'point.dedupe_key'),
        '>',
        is.tuple(after.intake_id, after.source_id, after.dedupe_key),
      ),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}
