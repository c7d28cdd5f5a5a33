import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { recordEvent } from '../../events/index.js';
import type { PassportSchema } from '../schema/tables.js';
import { activateVersions, reserveIndexes } from './activate-versions.js';
import { asId } from './id-rows.js';
import { findPassport } from './passport.js';
import { requireUsable } from './passport-life.js';
import { findPassportVersion, type PassportVersionRecord, stateConflict } from './passport-version.js';
import { requireText } from './references.js';

/** Makes a signed version the active one of its passport. The version that was active is superseded in the same transaction. */
export async function activatePassportVersion(tx: TenantTransaction, given: string): Promise<PassportVersionRecord> {
  const { id, passportId, status, signingKeyPublic } = await findPassportVersion(tx, given);
  requireUsable(await findPassport(tx, passportId), signingKeyPublic ?? new Uint8Array());
  const { activated, events } = await activateVersions(tx, [{ passportId, versionId: id }]);
  if (activated.size === 0) throw stateConflict(id, status, 'only a signed version can be activated');
  await recordEvent(tx, ...events);
  return findPassportVersion(tx, id);
}

/** Revokes a signed, active or superseded version. A passport whose active version is revoked has no current one. */
export async function revokePassportVersion(
  tx: TenantTransaction,
  given: string,
  { reason }: { readonly reason: string },
): Promise<PassportVersionRecord> {
  requireText('reason', reason, 1_000);
  const { id, passportId, status, activatedAt } = await findPassportVersion(tx, given);
  const builder = queryBuilder<PassportSchema>(tx);
  // The passport's row is locked first, as in an activation: otherwise the two could deadlock.
  await builder
    .updateTable('cf_passports')
    .set({ current_passport_version_id: sql`nullif(current_passport_version_id, ${asId(tx.dialect, sql`${id}`)})` })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', passportId)
    .execute();
  const revoked = await builder
    .updateTable('cf_passport_versions')
    .set({
      ...{ status: 'REVOKED', revoked_at: sql<number>`cf_now()`, revoke_reason: reason },
      // A version that was never in force gets its place in status lists now.
      ...(activatedAt === null ? { status_index: await reserveIndexes(tx, 1) } : {}),
    })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', 'in', ['SIGNED', 'ACTIVE', 'SUPERSEDED'])
    .returning('id')
    .execute();
  if (revoked.length === 0) throw stateConflict(id, status, 'only a signed version can be revoked');
  await recordEvent(tx, {
    ...{ eventType: 'PASSPORT_REVOKED', aggregateType: 'PassportVersion', aggregateId: id },
    payload: { passport_id: passportId, reason },
  });
  return findPassportVersion(tx, id);
}
