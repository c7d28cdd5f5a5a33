import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { CollectSchema } from '../schema/tables.js';

/** What an intake has from one source. */
export interface IntakeCollection {
  readonly source: string;
  readonly job_id: string;
  readonly collected_at: number | null;
  readonly points: number;
}

export async function collectionsOf(database: TenantExecutor, intakeId: string): Promise<IntakeCollection[]> {
  const rows = await queryBuilder<CollectSchema>(database)
    .selectFrom('cf_collections as collection')
    .innerJoin('cf_sources as source', (join) =>
      join.onRef('source.id', '=', 'collection.source_id').onRef('source.tenant', '=', 'collection.tenant'),
    )
    .select(['source.name as source', 'collection.job_id', 'collection.collected_at'])
    .select((from) =>
      from
        .selectFrom('cf_price_points as point')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('point.tenant', '=', 'collection.tenant')
        .whereRef('point.intake_id', '=', 'collection.intake_id')
        .whereRef('point.source_id', '=', 'collection.source_id')
        .as('points'),
    )
    .where('collection.tenant', '=', database.tenant)
    .where('collection.intake_id', '=', intakeId)
    .orderBy('source.name')
    .execute();
  return rows.map((row) => ({ ...row, points: row.points ?? 0 }));
}
