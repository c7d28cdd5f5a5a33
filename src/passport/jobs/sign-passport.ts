import { sql } from 'kysely';
import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, followUp, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { GENERATE_QR_JOB, type PassportVersionPayload } from '../job-types.js';
import { stateConflict } from '../records/passport-version.js';
import { found } from '../records/references.js';
import type { PassportSchema } from '../schema/tables.js';
import { type SignedReceipt, signReceipt } from '../signing/sign-receipt.js';
import type { PassportRuntime } from './runtime.js';

/** Signs a compiled version with the key that its receipt names; GENERATE_QR follows. */
export async function signVersion(
  runtime: PassportRuntime,
  { passport_version_id: given }: PassportVersionPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const row = await queryBuilder<PassportSchema>(tenantDatabase(runtime.database, job.tenant))
    .selectFrom('cf_passport_versions')
    .select(['status', 'receipt_canonical', 'signing_key_id'])
    .where('tenant', '=', job.tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  const { status, receipt_canonical: receipt, signing_key_id: keyId } = found(row, 'passport version', id);
  if (status !== 'COMPILING') throw stateConflict(id, status, 'only a compiled version is signed');
  const signer = await runtime.signerFor(keyId);
  if (signer === undefined) throw keyMissing(keyId);
  const signed = await signReceipt(receipt, signer);
  return complete(
    { passport_version_id: id, signing_key_id: keyId },
    {
      write: (scope) => storeSignature(tenantTransaction(scope, job.tenant), id, signed),
      enqueue: [followUp(GENERATE_QR_JOB, { passport_version_id: id }, { idempotencyKey: `qr-${id}` })],
    },
  );
}

async function storeSignature(tx: TenantTransaction, id: string, signed: SignedReceipt): Promise<void> {
  const updated = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_passport_versions')
    .set({
      ...{ status: 'SIGNED', signature: signed.signature, signing_key_public: signed.signingKeyPublic },
      signed_at: sql<number>`cf_now()`,
    })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', '=', 'COMPILING')
    .returning('id')
    .execute();
  if (updated.length === 0) throw stateConflict(id, 'SIGNED', 'another process signed it meanwhile');
  await recordEvent(tx, {
    ...{ eventType: 'PASSPORT_SIGNED', aggregateType: 'PassportVersion', aggregateId: id },
    payload: { passport_version_id: id, key_id: signed.signingKeyId },
  });
}

function keyMissing(keyId: string): CasparianError {
  return new CasparianError('SIGNING_KEY_MISSING', `This worker does not have the signing key '${keyId}'`, {
    why: 'The receipt names this key, so no other one can sign it.',
    next: ['Configure the key on this worker and retry the job, or compile the passport again with another key.'],
  });
}
