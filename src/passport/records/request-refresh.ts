import type { TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { REFRESH_PASSPORTS_JOB } from '../job-types.js';
import { enqueueEach } from './enqueue.js';
import { hasIdOf } from './id-rows.js';
import { passportRows } from './passport.js';
import { notFound, requireId, requireText } from './references.js';
import { issuedAt } from './request-compile.js';

/** Passports of one job: their new versions are stored together. */
const PER_JOB = 25;

/** Enqueues the jobs that make new versions from readings. Returns their ids. */
export async function requestRefresh(
  tx: TenantTransaction,
  request: { readonly passportIds: readonly string[]; readonly signingKeyId: string; readonly activate: boolean },
): Promise<string[]> {
  const ids = [...new Set(request.passportIds.map((id) => requireId('passport', id)))];
  const known = await passportRows(tx, (query) => query.where(hasIdOf(tx.dialect, 'cf_passports.id', ids)));
  const found = new Set(known.map(({ id }) => id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw notFound('passport', missing);
  const time = issuedAt(await databaseNow(tx));
  const chunks = Array.from({ length: Math.ceil(ids.length / PER_JOB) }, (_, index) =>
    ids.slice(index * PER_JOB, (index + 1) * PER_JOB),
  );
  return enqueueEach(
    tx,
    REFRESH_PASSPORTS_JOB,
    chunks.map((chunk) => ({
      payload: {
        ...{ passport_ids: chunk, issued_at: time, activate: request.activate },
        signing_key_id: requireText('id of the signing key', request.signingKeyId, 200),
      },
      options: {},
    })),
  );
}
