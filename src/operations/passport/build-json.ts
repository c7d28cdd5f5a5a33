import type { BuiltPassport } from './build-passport.js';
import type { PassportFiles } from './write-passport-files.js';

export interface BuiltPassportJson {
  readonly passport_id: string;
  readonly passport_version_id: string;
  readonly status: string;
  readonly payload_hash: string;
  readonly proof_root_hash: string;
  readonly receipt_hash: string;
  readonly signing_key_id: string;
  readonly qr_payload: string;
  readonly files: {
    readonly payload: string;
    readonly proof: string;
    readonly receipt: string;
    readonly qr_png: string;
    readonly bundle: string;
  };
}

export function builtPassportJson({ passport, version }: BuiltPassport, files: PassportFiles): BuiltPassportJson {
  return {
    passport_id: passport.id,
    passport_version_id: version.id,
    status: version.status,
    payload_hash: version.payloadHash,
    proof_root_hash: version.proofRootHash,
    receipt_hash: version.receiptHash,
    signing_key_id: version.signingKeyId,
    qr_payload: version.qrPayload ?? '',
    files: {
      ...{ payload: files.payload, proof: files.proof, receipt: files.receipt },
      ...{ qr_png: files.qrPng, bundle: files.bundle },
    },
  };
}
