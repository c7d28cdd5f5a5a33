import { queryBuilder, tenantDatabase, tenantTransaction, type TenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import type { PassportVersionPayload } from '../job-types.js';
import { qrCode } from '../qr/qr-code.js';
import { qrPayload } from '../qr/qr-payload.js';
import { qrPng } from '../qr/qr-png.js';
import { stateConflict } from '../records/passport-version.js';
import { found } from '../records/references.js';
import type { PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';

/** Versions that get a code: activation does not wait for it. */
const STATUSES = ['SIGNED', 'ACTIVE'] as const;

/** Draws the QR code of a signed version (BPC-QR-1). */
export async function generateQr(
  runtime: PassportRuntime,
  { passport_version_id: given }: PassportVersionPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const row = await queryBuilder<PassportSchema>(tenantDatabase(runtime.database, job.tenant))
    .selectFrom('cf_passport_versions')
    .select(['status', 'payload_hash', 'proof_root_hash', 'receipt_hash'])
    .where('tenant', '=', job.tenant)
    .where('id', '=', id)
    .executeTakeFirst();
  const version = found(row, 'passport version', id);
  if (!STATUSES.some((status) => status === version.status)) {
    throw stateConflict(id, version.status, 'only a signed version gets a QR code');
  }
  const text = qrPayload({
    passportVersionId: id,
    payloadHash: version.payload_hash,
    proofRootHash: version.proof_root_hash,
    receiptHash: version.receipt_hash,
  });
  const png = qrPng(qrCode(text));
  return complete(
    { passport_version_id: id, qr_payload: text, png_bytes: png.length },
    { write: (scope) => storeCode(tenantTransaction(scope, job.tenant), id, text, png) },
  );
}

/** The same code again changes nothing: it follows from the hashes. */
async function storeCode(tx: TenantTransaction, id: string, text: string, png: Uint8Array): Promise<void> {
  const updated = await queryBuilder<PassportSchema>(tx)
    .updateTable('cf_passport_versions')
    .set({ qr_payload: text, qr_png: png })
    .where('tenant', '=', tx.tenant)
    .where('id', '=', id)
    .where('status', 'in', STATUSES)
    .where('qr_payload', 'is', null)
    .returning('id')
    .execute();
  if (updated.length === 0) return;
  await recordEvent(tx, {
    ...{ eventType: 'QR_GENERATED', aggregateType: 'PassportVersion', aggregateId: id },
    payload: { qr_payload: text },
  });
}
