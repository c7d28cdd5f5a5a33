import { CasparianError, cjsonBytes } from '../../platform/index.js';

/** What a receipt states (BPC-RECEIPT-1), except for the signature. */
export interface ReceiptClaims {
  /** UTC: `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
  readonly issuedAt: string;
  readonly tenantId: string;
  readonly passportId: string;
  readonly passportVersionId: string;
  readonly batteryProductId: string;
  readonly snapshotId: string;
  readonly snapshotHash: string;
  readonly rulePackageVersionId: string;
  readonly dslSha256: string;
  readonly testsSha256: string;
  readonly compilerBuildId: string;
  readonly payloadHash: string;
  readonly proofRootHash: string;
  readonly signingKeyId: string;
}

const ISSUED_AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** The canonical bytes of a receipt without its signature. Their hash is what is signed. */
export function receiptBytes(claims: ReceiptClaims): Buffer {
  if (!ISSUED_AT.test(claims.issuedAt) || Number.isNaN(Date.parse(claims.issuedAt))) {
    throw new CasparianError('VALIDATION_ERROR', `issued_at is not a time in UTC: '${claims.issuedAt}'`, {
      why: 'A receipt has times in the form 2026-11-17T12:00:00.000000Z.',
    });
  }
  return cjsonBytes(receiptMembers(claims));
}

/** The canonical bytes of a receipt with its signature: the unsigned members and `signature` in base64. */
export function signedReceiptBytes(unsigned: Uint8Array, signature: Uint8Array): Buffer {
  const members = JSON.parse(Buffer.from(unsigned).toString('utf8')) as Record<string, unknown>;
  return cjsonBytes({ ...members, signature: Buffer.from(signature).toString('base64') });
}

function receiptMembers(claims: ReceiptClaims): Record<string, string> {
  return {
    battery_product_id: claims.batteryProductId,
    compiler_build_id: claims.compilerBuildId,
    dsl_sha256: claims.dslSha256,
    issued_at: claims.issuedAt,
    passport_id: claims.passportId,
    passport_version_id: claims.passportVersionId,
    payload_hash: claims.payloadHash,
    proof_root_hash: claims.proofRootHash,
    receipt_version: 'BPC-RECEIPT-1',
    rule_package_version_id: claims.rulePackageVersionId,
    signature_alg: 'ED25519',
    signing_key_id: claims.signingKeyId,
    snapshot_hash: claims.snapshotHash,
    snapshot_id: claims.snapshotId,
    tenant_id: claims.tenantId,
    tests_sha256: claims.testsSha256,
  };
}
