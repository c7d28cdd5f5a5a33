import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { hasIdOf } from '../records/id-rows.js';
import type { PassportSchema, PassportVersionsTable } from '../schema/tables.js';

/** What signing and QR codes need of a passport version. */
export type StoredVersion = Pick<PassportVersionsTable, (typeof COLUMNS)[number]>;

const COLUMNS = [
  ...(['id', 'status', 'receipt_canonical', 'signing_key_id'] as const),
  ...(['payload_hash', 'proof_root_hash', 'receipt_hash'] as const),
] as const;

export async function storedVersions(
  database: TenantExecutor,
  ids: readonly string[],
): Promise<Map<string, StoredVersion>> {
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_versions')
    .select(COLUMNS)
    .where('tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
