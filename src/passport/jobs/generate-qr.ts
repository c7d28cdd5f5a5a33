import { sql } from 'kysely';
import { queryBuilder, type TenantTransaction } from '../../database/index.js';
import { complete, type JobContext, type Outcome } from '../../engine/index.js';
import { recordEvent } from '../../events/index.js';
import type { PassportVersionPayload } from '../job-types.js';
import { qrCode } from '../qr/qr-code.js';
import { qrPayload } from '../qr/qr-payload.js';
import { qrPng } from '../qr/qr-png.js';
import { stateConflict } from '../records/passport-version.js';
import { found } from '../records/references.js';
import { valueRows } from '../records/value-rows.js';
import type { PassportSchema } from '../schema/tables.js';
import type { PassportRuntime } from './runtime.js';
import { tenantShare } from './tenant-share.js';

/** Versions that get a code: activation does not wait for it. */
const STATUSES = ['SIGNED', 'ACTIVE'] as const;

/** Draws the QR code of a signed version (BPC-QR-1). */
export async function generateQr(
  runtime: PassportRuntime,
  { passport_version_id: given }: PassportVersionPayload,
  { job }: JobContext,
): Promise<Outcome> {
  const id = given.toLowerCase();
  const row = await runtime.loadVersion({ tenant: job.tenant, id });
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
    shareOfCode(job.tenant, { id, text, png }),
  );
}

interface Code {
  readonly id: string;
  readonly text: string;
  readonly png: Uint8Array;
}

const shareOfCode = tenantShare<Code>(storeCodes);

/** The same code again changes nothing: it follows from the hashes. */
async function storeCodes(tx: TenantTransaction, codes: readonly Code[]): Promise<void> {
  const rows = codes.map(({ id, text, png }) => [id, text, png]);
  const { rows: updated } = await sql<{ id: string; qr_payload: string }>`
    UPDATE cf_passport_versions SET qr_payload = new.column2, qr_png = new.column3
    FROM ${valueRows(tx.dialect, ['UUID', 'TEXT', 'BYTEA'], rows)} AS new
    WHERE cf_passport_versions.tenant = ${tx.tenant} AND cf_passport_versions.id = new.column1
      AND status IN (${sql.join(STATUSES)}) AND qr_payload IS NULL
    RETURNING id, qr_payload`.execute(queryBuilder<PassportSchema>(tx));
  await recordEvent(
    tx,
    ...updated.map(({ id, qr_payload }) => ({
      ...{ eventType: 'QR_GENERATED', aggregateType: 'PassportVersion', aggregateId: id },
      payload: { qr_payload },
    })),
  );
}
