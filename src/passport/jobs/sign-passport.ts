import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { complete, followUp, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import { CasparianError } from '../../platform/index.js';
import { GENERATE_QR_JOB, type PassportVersionPayload } from '../job-types.js';
import { stateConflict } from '../records/passport-version.js';
import { found } from '../records/references.js';
import { valueRows } from '../records/value-rows.js';
import type { PassportSchema } from '../schema/tables.js';
import { type SignedReceipt, signReceipt } from '../signing/sign-receipt.js';
import type { PassportRuntime } from './runtime.js';
import { tenantShare } from './tenant-share.js';

/** Signs a compiled version with the key that its receipt names; GENERATE_QR follows. */
export async function signVersion(
  runtime: PassportRuntime,
  { passport_version_id: given }: PassportVersionPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const row = await runtime.loadVersion({ tenant: job.tenant, id });
  const { status, receipt_canonical: receipt, signing_key_id: keyId } = found(row, 'passport version', id);
  if (status !== 'COMPILING') throw stateConflict(id, status, 'only a compiled version is signed');
  const signer = await runtime.signerFor(keyId);
  if (signer === undefined) throw keyMissing(keyId);
  const signed = await signReceipt(receipt, signer);
  return complete(
    { passport_version_id: id, signing_key_id: keyId },
    {
      ...shareOfSignature(job.tenant, { id, signed }),
      enqueue: [followUp(GENERATE_QR_JOB, { passport_version_id: id }, { idempotencyKey: `qr-${id}` })],
    },
  );
}

interface Signature {
  readonly id: string;
  readonly signed: SignedReceipt;
}

const shareOfSignature = tenantShare<Signature>(storeSignatures);

async function storeSignatures(tx: TenantTransaction, signatures: readonly Signature[]): Promise<void> {
  const rows = signatures.map(({ id, signed }) => [id, signed.signature, signed.signingKeyPublic]);
  const { rows: updated } = await sql<{ id: string }>`
    UPDATE cf_passport_versions
    SET status = 'SIGNED', signature = new.column2, signing_key_public = new.column3, signed_at = cf_now()
    FROM ${valueRows(tx.dialect, ['UUID', 'BYTEA', 'BYTEA'], rows)} AS new
    WHERE cf_passport_versions.tenant = ${tx.tenant} AND cf_passport_versions.id = new.column1 AND status = 'COMPILING'
    RETURNING id`.execute(queryBuilder<PassportSchema>(tx));
  if (updated.length < signatures.length) {
    const known = new Set(updated.map(({ id }) => id));
    const other = signatures.find(({ id }) => !known.has(id)) ?? signatures[0];
    throw stateConflict(other?.id ?? '', 'SIGNED', 'another process signed it meanwhile');
  }
  await recordEvent(
    tx,
    ...signatures.map(({ id, signed }) => ({
      ...{ eventType: 'PASSPORT_SIGNED', aggregateType: 'PassportVersion', aggregateId: id },
      payload: { passport_version_id: id, key_id: signed.signingKeyId },
    })),
  );
}

function keyMissing(keyId: string): CasparianError {
  return new CasparianError('SIGNING_KEY_MISSING', `This worker does not have the signing key '${keyId}'`, {
    why: 'The receipt names this key, so no other one can sign it.',
    next: ['Configure the key on this worker and retry the job, or compile the passport again with another key.'],
  });
}
