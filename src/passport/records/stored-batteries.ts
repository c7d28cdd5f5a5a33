import { queryBuilder, type TenantExecutor, textsIn } from '../../database/index.js';
import { groupedBy } from '../../platform/index.js';
import type { PassportSchema, PassportStatus } from '../schema/tables.js';
import { hasIdOf } from './id-rows.js';
import { type PassportRecord, passportRows } from './passport.js';

/** A passport, and its newest version that can be in force. */
export interface StoredBattery {
  readonly passport: PassportRecord;
  readonly newest: NewestVersion | undefined;
}

export interface NewestVersion {
  readonly id: string;
  readonly status: PassportStatus;
  readonly payloadHash: string;
  readonly ruleVersionId: string;
  readonly signingKeyId: string;
  readonly snapshotId: string;
}

/** The passports of batteries of a product by their serial numbers, with two queries for all. */
export async function storedBatteries(
  database: TenantExecutor,
  productId: string,
  serials: readonly string[],
): Promise<Map<string, StoredBattery>> {
  const passports = await passportRows(database, (query) =>
    query.where('battery_product_id', '=', productId).where('serial', 'in', textsIn(database.dialect, serials)),
  );
  return new Map((await withNewest(database, passports)).map((one) => [one.passport.serial, one]));
}

/** Passports with their newest signed or active versions. */
export async function withNewest(
  database: TenantExecutor,
  passports: readonly PassportRecord[],
): Promise<StoredBattery[]> {
  if (passports.length === 0) return [];
  const ids = passports.map(({ id }) => id);
  const rows = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_versions')
    .select(['id', 'passport_id', 'status', 'payload_hash', 'rule_package_version_id', 'signing_key_id', 'snapshot_id'])
    .where('tenant', '=', database.tenant)
    .where(hasIdOf(database.dialect, 'passport_id', ids))
    .where('status', 'in', ['SIGNED', 'ACTIVE'])
    .orderBy('id')
    .execute();
  const versions = groupedBy(rows, (row) => row.passport_id);
  return passports.map((passport) => {
    const newest = versions.get(passport.id)?.at(-1);
    return {
      passport,
      newest: newest && {
        ...{ id: newest.id, status: newest.status, payloadHash: newest.payload_hash },
        ...{ ruleVersionId: newest.rule_package_version_id, signingKeyId: newest.signing_key_id },
        snapshotId: newest.snapshot_id,
      },
    };
  });
}
