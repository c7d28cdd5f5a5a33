import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, type TenantExecutor, tenantTransaction } from '../../database/index.js';
import { complete, databaseNow, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError, newId, sha256Hex } from '../../platform/index.js';
import type { PublishStatusListPayload } from '../job-types.js';
import { newestStatusList, requirePurpose } from '../records/status-list.js';
import type { PassportSchema, StatusPurpose } from '../schema/tables.js';
import { type StatusEntry, statusListBytes } from '../status-list/status-list.js';
import { statusListAddress } from '../status-list/status-list-address.js';
import type { PassportRuntime } from './runtime.js';
import { signerNamed } from './signer-named.js';

const DAY_MS = 86_400_000;

/** Signs the next status list of the tenant and keeps it, so that anyone can fetch it. */
export async function publishStatusList(
  runtime: PassportRuntime,
  { purpose: given, signing_key_id: keyId, valid_days: days }: PublishStatusListPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const purpose = requirePurpose(given);
  const database = tenantDatabase(runtime.database, job.tenant);
  const signer = await signerNamed(runtime, keyId);
  const sequence = ((await newestStatusList(database, purpose))?.sequence ?? 0) + 1;
  const entries = await entriesOf(database, purpose);
  const now = await databaseNow(database);
  const validUntil = now + Number(days) * DAY_MS;
  const id = newId();
  const dates = { validFrom: new Date(now), validUntil: new Date(validUntil) };
  const address = statusListAddress(job.tenant, purpose, runtime.publicUrl);
  const content = await statusListBytes({ address, purpose, sequence, entries, ...dates }, signer);
  const row = { id, purpose, sequence, entries: entries.length, sha256: sha256Hex(content) };
  return complete(row, {
    write: async (scope) => {
      const tx = tenantTransaction(scope, job.tenant);
      const inserted = await queryBuilder<PassportSchema>(tx)
        .insertInto('cf_status_lists')
        .values({ ...row, tenant: tx.tenant, content, valid_until: validUntil, created_at: sql<number>`cf_now()` })
        .onConflict((conflict) => conflict.columns(['tenant', 'purpose', 'sequence']).doNothing())
        .returning('id')
        .execute();
      if (inserted.length === 0) {
        throw new CasparianError('PASSPORT_STATE_CONFLICT', `The list ${sequence} was published meanwhile`, {
          retryable: true,
        });
      }
      await recordEvent(tx, {
        ...{ eventType: 'STATUS_LIST_PUBLISHED', aggregateType: 'StatusList', aggregateId: id },
        payload: { purpose, sequence, entries: entries.length, sha256: row.sha256 },
      });
    },
  });
}

const PAGE = 20_000;

async function entriesOf(database: TenantExecutor, purpose: StatusPurpose): Promise<StatusEntry[]> {
  const entries: StatusEntry[] = [];
  for (;;) {
    const rows = await queryBuilder<PassportSchema>(database)
      .selectFrom('cf_passport_versions as version')
      .innerJoin('cf_passports as passport', 'passport.id', 'version.passport_id')
      .select(['version.id', 'version.status', 'version.status_index', 'passport.life'])
      .where('version.tenant', '=', database.tenant)
      .where('version.status_index', '>', entries.at(-1)?.index ?? -1)
      .orderBy('version.status_index')
      .limit(PAGE)
      .execute();
    for (const { id, status, status_index: index, life } of rows) {
      const isOver = status === 'SUPERSEDED' || life === 'ENDED';
      entries.push({
        versionId: id,
        index: index ?? 0,
        isSet: purpose === 'revocation' ? status === 'REVOKED' : isOver,
      });
    }
    if (rows.length < PAGE) return entries;
  }
}
