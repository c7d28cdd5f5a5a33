import { queryBuilder, type TenantExecutor } from '../../database/index.js';
import { CasparianError } from '../../platform/index.js';
import { bundleBytes } from '../bundle/bundle.js';
import { signedReceiptBytes } from '../compile/receipt.js';
import type { PassportSchema, PassportStatus, PassportVersionsTable } from '../schema/tables.js';
import { findPassport } from './passport.js';
import { bufferOf, found, type Page, pageOf, requireId } from './references.js';
import { ruleSources } from './rule-version.js';
import { loadSealedSnapshot } from './seal-snapshot.js';

/** One compilation of a passport. What was compiled and signed never changes. */
export interface PassportVersionRecord {
  readonly id: string;
  readonly passportId: string;
  /** The SKU of its product. */
  readonly sku: string;
  /** Of one battery; empty of the passport of a product. */
  readonly serial: string;
  readonly status: PassportStatus;
  readonly snapshotId: string;
  readonly ruleVersionId: string;
  readonly compilerBuildId: string;
  readonly issuedAt: string;
  readonly payloadHash: string;
  readonly proofRootHash: string;
  readonly receiptHash: string;
  readonly signingKeyId: string;
  readonly signingKeyPublic: Buffer | null;
  readonly qrPayload: string | null;
  readonly createdAt: number;
  readonly signedAt: number | null;
  readonly activatedAt: number | null;
  readonly supersededAt: number | null;
  readonly revokedAt: number | null;
  readonly revokeReason: string | null;
  /** The place in status lists; null until it was in force. */
  readonly statusIndex: number | null;
}

/** The bytes of a version. */
export interface PassportArtefacts {
  readonly payloadCanonical: Buffer;
  readonly proofCanonical: Buffer;
  /** Without the signature: what was hashed and signed. */
  readonly receiptCanonical: Buffer;
  /** With the signature, once it is signed. */
  readonly signedReceipt: Buffer | null;
  readonly signature: Buffer | null;
  readonly qrPng: Buffer | null;
}

export async function findPassportVersion(database: TenantExecutor, id: string): Promise<PassportVersionRecord> {
  const row = await versions(database)
    .where('cf_passport_versions.id', '=', requireId('passport version', id))
    .executeTakeFirst();
  return passportVersionOf(found(row, 'passport version', id));
}

/** Versions of one passport or of all, oldest first. */
export async function listPassportVersions(
  database: TenantExecutor,
  { passportId, ...page }: Page & { readonly passportId?: string | undefined } = {},
): Promise<PassportVersionRecord[]> {
  const { limit, after } = pageOf(page);
  const passport = passportId === undefined ? undefined : (await findPassport(database, passportId)).id;
  const rows = await versions(database)
    .where('cf_passport_versions.id', '>', after)
    .$if(passport !== undefined, (query) => query.where('passport_id', '=', passport ?? ''))
    .orderBy('cf_passport_versions.id')
    .limit(limit)
    .execute();
  return rows.map(passportVersionOf);
}

/** The newest version of a passport, or of all passports. */
export async function newestPassportVersion(
  database: TenantExecutor,
  passportId?: string,
): Promise<PassportVersionRecord | undefined> {
  const row = await versions(database)
    .$if(passportId !== undefined, (query) => query.where('passport_id', '=', requireId('passport', passportId ?? '')))
    .orderBy('cf_passport_versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && passportVersionOf(row);
}

export async function passportArtefacts(database: TenantExecutor, id: string): Promise<PassportArtefacts> {
  const row = await queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_versions')
    .select(['payload_canonical', 'proof_canonical', 'receipt_canonical', 'signature', 'qr_png'])
    .where('tenant', '=', database.tenant)
    .where('id', '=', requireId('passport version', id))
    .executeTakeFirst();
  const { payload_canonical, proof_canonical, receipt_canonical, signature, qr_png } = found(
    row,
    'passport version',
    id,
  );
  return {
    payloadCanonical: bufferOf(payload_canonical),
    proofCanonical: bufferOf(proof_canonical),
    receiptCanonical: bufferOf(receipt_canonical),
    signedReceipt: signature && signedReceiptBytes(receipt_canonical, signature),
    signature: signature && bufferOf(signature),
    qrPng: qr_png && bufferOf(qr_png),
  };
}

/** The file that `passport verify` takes (BPC-BUNDLE-1). Facts and rules may be confidential, so they can be left out. */
export async function passportBundle(
  database: TenantExecutor,
  id: string,
  { withFacts = true, withRules = true }: { readonly withFacts?: boolean; readonly withRules?: boolean } = {},
): Promise<Buffer> {
  const version = await findPassportVersion(database, id);
  const { signedReceipt, signature, ...artefacts } = await passportArtefacts(database, id);
  const { signingKeyId, signingKeyPublic } = version;
  if (signedReceipt === null || signature === null || signingKeyPublic === null) throw notSigned(version);
  return bundleBytes({
    compiled: { ...version, ...artefacts },
    signed: { signature, signedCanonical: signedReceipt, signingKeyId, signingKeyPublic },
    passportVersionId: version.id,
    snapshot: await loadSealedSnapshot(database, version.snapshotId),
    withFacts,
    rules: withRules ? await ruleSources(database, version.ruleVersionId) : undefined,
  });
}

export function notSigned({ id, status }: Pick<PassportVersionRecord, 'id' | 'status'>): CasparianError {
  return stateConflict(id, status, 'it is not signed yet');
}

export function stateConflict(id: string, status: PassportStatus, why: string): CasparianError {
  return new CasparianError('PASSPORT_STATE_CONFLICT', `The passport version ${id} is ${status}: ${why}`);
}

const COLUMNS = [
  ...(['id', 'passport_id', 'status', 'snapshot_id', 'rule_package_version_id', 'compiler_build_id'] as const),
  ...(['issued_at', 'payload_hash', 'proof_root_hash', 'receipt_hash', 'signing_key_id'] as const),
  ...(['signing_key_public', 'qr_payload', 'created_at', 'signed_at', 'activated_at', 'superseded_at'] as const),
  ...(['revoked_at', 'revoke_reason', 'status_index'] as const),
] as const;

function versions(database: TenantExecutor) {
  return queryBuilder<PassportSchema>(database)
    .selectFrom('cf_passport_versions')
    .innerJoin('cf_passports', 'cf_passports.id', 'cf_passport_versions.passport_id')
    .innerJoin('cf_battery_products', 'cf_battery_products.id', 'cf_passports.battery_product_id')
    .select(COLUMNS.map((column) => `cf_passport_versions.${column}` as const))
    .select(['cf_battery_products.sku', 'cf_passports.serial'])
    .where('cf_passport_versions.tenant', '=', database.tenant);
}

function passportVersionOf(
  row: Pick<PassportVersionsTable, (typeof COLUMNS)[number]> & { readonly sku: string; readonly serial: string },
): PassportVersionRecord {
  return {
    id: row.id,
    passportId: row.passport_id,
    sku: row.sku,
    serial: row.serial,
    status: row.status,
    snapshotId: row.snapshot_id,
    ruleVersionId: row.rule_package_version_id,
    compilerBuildId: row.compiler_build_id,
    issuedAt: row.issued_at,
    payloadHash: row.payload_hash,
    proofRootHash: row.proof_root_hash,
    receiptHash: row.receipt_hash,
    signingKeyId: row.signing_key_id,
    signingKeyPublic: row.signing_key_public && bufferOf(row.signing_key_public),
    qrPayload: row.qr_payload,
    createdAt: row.created_at,
    signedAt: row.signed_at,
    activatedAt: row.activated_at,
    supersededAt: row.superseded_at,
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
    statusIndex: row.status_index,
  };
}
