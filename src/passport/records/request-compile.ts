import type { TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import { COMPILE_PASSPORT_JOB, type CompilePassportPayload, EXPORT_PASSPORT_JOB } from '../job-types.js';
import type { RuleStatus } from '../schema/tables.js';
import { enqueueEach, enqueueJob } from './enqueue.js';
import { only } from './only.js';
import { findPassportVersion, stateConflict } from './passport-version.js';
import { requireId, requireText } from './references.js';
import { notSealed } from './seal-snapshot.js';
import { missingInput, storedInputs } from './stored-inputs.js';

export interface CompileRequest {
  readonly passportId: string;
  readonly snapshotId: string;
  readonly ruleVersionId: string;
  /** The key that will sign. It is part of the receipt. */
  readonly signingKeyId: string;
}

export interface RequestedCompile {
  /** The version exists once the job has completed. */
  readonly passportVersionId: string;
  readonly jobId: string;
}

/**
 * Enqueues COMPILE_PASSPORT, which is followed by SIGN_PASSPORT and GENERATE_QR. Id, time and key are fixed here, so that every
 * attempt gives the same bytes.
 */
export function requestCompile(tx: TenantTransaction, request: CompileRequest): Promise<RequestedCompile> {
  return only(requestCompiles(tx, [request]));
}

/** The same for several passports, with the same statements for all. Requests all of them or none. */
export async function requestCompiles(
  tx: TenantTransaction,
  requests: readonly CompileRequest[],
): Promise<RequestedCompile[]> {
  const wanted = requests.map((request) => wantedInputs(tx.tenant, request));
  const stored = await storedInputs(tx, wanted);
  const time = issuedAt(await databaseNow(tx));
  const payloads: (CompilePassportPayload & { readonly passport_version_id: string })[] = [];
  for (const [index, one] of wanted.entries()) {
    const inputs = stored[index];
    if (inputs === undefined) throw await missingInput(tx, one);
    const { passportId, snapshotId, snapshotStatus, ruleVersionId, ruleStatus } = inputs;
    if (snapshotStatus !== 'SEALED') throw notSealed(snapshotId, snapshotStatus);
    if (ruleStatus !== 'PUBLISHED') throw notPublished(ruleVersionId, ruleStatus);
    payloads.push({
      ...{ passport_id: passportId, snapshot_id: snapshotId, rule_package_version_id: ruleVersionId },
      ...{ passport_version_id: newId(), issued_at: time, signing_key_id: one.signingKeyId },
    });
  }
  const jobIds = await enqueueEach(
    tx,
    COMPILE_PASSPORT_JOB,
    payloads.map((payload) => ({
      payload,
      options: { idempotencyKey: `compile-${payload.passport_version_id}` },
    })),
  );
  return payloads.map(({ passport_version_id: passportVersionId }, index) => ({
    passportVersionId,
    jobId: jobIds[index] ?? '',
  }));
}

function wantedInputs(tenant: string, request: CompileRequest) {
  return {
    tenant,
    passportId: requireId('passport', request.passportId),
    snapshotId: requireId('snapshot', request.snapshotId),
    ruleVersionId: requireId('rule package version', request.ruleVersionId),
    signingKeyId: requireText('id of the signing key', request.signingKeyId, 200),
  };
}

/** A time as it is written in receipts, with six decimals. */
export function issuedAt(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}

export function notPublished(id: string, status: RuleStatus): CasparianError {
  return new CasparianError('RULE_PKG_NOT_PUBLISHED', `The rules ${id} are ${status}, not PUBLISHED`, {
    why: 'Passports are compiled with published rules only.',
  });
}

export interface ExportRequest {
  readonly passportVersionId: string;
  readonly format: string;
  readonly audience?: string | undefined;
  readonly template?: string | undefined;
}

/** Enqueues EXPORT_PASSPORT for an active version. Returns the job's id. */
export async function requestExport(tx: TenantTransaction, request: ExportRequest): Promise<string> {
  const { id, status } = await findPassportVersion(tx, request.passportVersionId);
  if (status !== 'ACTIVE') throw stateConflict(id, status, 'only an active version is exported');
  const { format, audience, template } = request;
  return enqueueJob(tx, EXPORT_PASSPORT_JOB, {
    passport_version_id: id,
    format,
    ...(audience === undefined ? {} : { audience }),
    ...(template === undefined ? {} : { template }),
  });
}
