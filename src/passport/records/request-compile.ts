import type { TenantTransaction } from '../../database/index.js';
import { databaseNow } from '../../engine/index.js';
import { CasparianError, newId } from '../../platform/index.js';
import { COMPILE_PASSPORT_JOB, EXPORT_PASSPORT_JOB } from '../job-types.js';
import type { RuleStatus } from '../schema/tables.js';
import { enqueueJob } from './enqueue.js';
import { findPassport } from './passport.js';
import { findPassportVersion, stateConflict } from './passport-version.js';
import { requireText } from './references.js';
import { findRuleVersion } from './rule-version.js';
import { notSealed } from './seal-snapshot.js';
import { findDataSnapshot } from './snapshot.js';

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
export async function requestCompile(tx: TenantTransaction, request: CompileRequest): Promise<RequestedCompile> {
  const passport = await findPassport(tx, request.passportId);
  const snapshot = await findDataSnapshot(tx, request.snapshotId);
  if (snapshot.status !== 'SEALED') throw notSealed(snapshot.id, snapshot.status);
  const rules = await findRuleVersion(tx, request.ruleVersionId);
  if (rules.status !== 'PUBLISHED') throw notPublished(rules.id, rules.status);
  const passportVersionId = newId();
  const payload = {
    passport_id: passport.id,
    snapshot_id: snapshot.id,
    rule_package_version_id: rules.id,
    passport_version_id: passportVersionId,
    issued_at: issuedAt(await databaseNow(tx)),
    signing_key_id: requireText('id of the signing key', request.signingKeyId, 200),
  };
  const idempotencyKey = `compile-${passportVersionId}`;
  return { passportVersionId, jobId: await enqueueJob(tx, COMPILE_PASSPORT_JOB, payload, { idempotencyKey }) };
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
  readonly template?: string | undefined;
}

/** Enqueues EXPORT_PASSPORT for an active version. Returns the job's id. */
export async function requestExport(tx: TenantTransaction, request: ExportRequest): Promise<string> {
  const { id, status } = await findPassportVersion(tx, request.passportVersionId);
  if (status !== 'ACTIVE') throw stateConflict(id, status, 'only an active version is exported');
  const { format, template } = request;
  return enqueueJob(tx, EXPORT_PASSPORT_JOB, {
    passport_version_id: id,
    format,
    ...(template === undefined ? {} : { template }),
  });
}
