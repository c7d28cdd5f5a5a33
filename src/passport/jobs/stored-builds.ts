import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { ambiguousSnapshots } from '../records/seal-snapshot.js';
import { hasIdOf } from '../records/id-rows.js';
import type { PassportSchema, SnapshotStatus } from '../schema/tables.js';

/** What decides whether a snapshot becomes ready. */
export interface StoredBuild {
  readonly status: SnapshotStatus;
  readonly isAmbiguous: boolean;
}

export async function storedBuilds(
  database: TenantExecutor,
  ids: readonly string[],
): Promise<Map<string, StoredBuild>> {
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshots')
    .select(['id', 'status'])
    .where('tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'id', ids))
    .execute();
  const ambiguous = await ambiguousSnapshots(database, ids);
  return new Map(rows.map(({ id, status }) => [id, { status, isAmbiguous: ambiguous.has(id) }]));
}
