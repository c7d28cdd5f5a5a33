import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { type DocumentVersionRecord, versionOf } from './document-version.js';
import { versionQuery } from './document-version-rows.js';
import { requireId } from './references.js';

/**
 * The document versions that state the facts of a snapshot, by kind. Of several versions of a document that state the same fact, only
 * the newest is returned: it is the one that people look for.
 */
export async function documentsOfSnapshot(
  database: TenantExecutor,
  snapshotId: string,
): Promise<DocumentVersionRecord[]> {
  const { tenant } = database;
  const stated = queryBuilder<PassportSchema>(database)
    .selectFrom('cf_snapshot_items as item')
    .innerJoin('cf_fact_sources as source', (join) =>
      join.onRef('source.fact_id', '=', 'item.fact_id').onRef('source.tenant', '=', 'item.tenant'),
    )
    .select('source.document_version_id')
    .distinct()
    .where('item.tenant', '=', tenant)
    .where('item.snapshot_id', '=', requireId('snapshot', snapshotId));
  const rows = await versionQuery(database)
    .where('cf_document_versions.id', 'in', stated)
    .orderBy('kind')
    .orderBy('cf_document_versions.id')
    .execute();
  const newest = new Map(rows.map((row) => [row.document_id, versionOf(row)]));
  return [...newest.values()];
}
