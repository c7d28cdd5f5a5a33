import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { groupedBy } from '../../platform/index.js';
import { bufferOf } from '../records/references.js';
import { type StoredFact, storedFacts } from '../records/seal-snapshot.js';
import type { DataSnapshotRecord } from '../records/snapshot.js';
import type { PassportSchema } from '../schema/tables.js';

/** A snapshot with its facts, before they are verified: a snapshot that was changed must fail its own job only. */
export interface StoredSnapshot {
  readonly record: Pick<DataSnapshotRecord, 'id' | 'status' | 'canonical' | 'hash'>;
  readonly facts: readonly StoredFact[];
}

export async function storedSnapshots(
  database: TenantExecutor,
  ids: readonly string[],
): Promise<Map<string, StoredSnapshot>> {
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshots')
    .select(['id', 'status', 'canonical', 'hash'])
    .where('tenant', '=', database.tenant)
    .where('id', 'in', ids)
    .execute();
  const facts = groupedBy(await storedFacts(database, ids), ({ snapshotId }) => snapshotId);
  return new Map(
    rows.map(({ canonical, ...row }) => [
      row.id,
      { record: { ...row, canonical: canonical && bufferOf(canonical) }, facts: facts.get(row.id) ?? [] },
    ]),
  );
}
