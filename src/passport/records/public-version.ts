import { type Executor, queryBuilder } from '../../database/index.js';
import type { PassportSchema, PassportStatus } from '../schema/tables.js';
import { isId } from './references.js';

/** States in which the world may know that a version exists. */
const PUBLIC: readonly PassportStatus[] = ['ACTIVE', 'SUPERSEDED', 'REVOKED'];

/** A version that was put into force at some time. */
export interface PublicVersion {
  readonly id: string;
  readonly tenant: string;
  readonly status: PassportStatus;
  /** The version of the same passport that is in force now. */
  readonly activeVersionId: string | null;
}

/**
 * Finds a version by its id alone, as a phone knows it. Of all tenants, because a QR code does not name one. Versions that were never in force are
 * not found: their ids are not public.
 */
export async function findPublicVersion(database: Executor, id: string): Promise<PublicVersion | undefined> {
  if (!isId(id)) return undefined;
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_versions as version')
    .innerJoin('cf_passports as passport', (join) =>
      join.onRef('passport.id', '=', 'version.passport_id').onRef('passport.tenant', '=', 'version.tenant'),
    )
    .select(['version.id', 'version.tenant', 'version.status', 'passport.current_passport_version_id'])
    .where('version.id', '=', id.toLowerCase())
    .where('version.status', 'in', PUBLIC)
    .where('version.activated_at', 'is not', null)
    .executeTakeFirst();
  return (
    row && { id: row.id, tenant: row.tenant, status: row.status, activeVersionId: row.current_passport_version_id }
  );
}
