import { CasparianError } from '../../platform/index.js';
import { base32 } from './base32.js';

export interface QrClaims {
  readonly passportVersionId: string;
  /** Hashes in hexadecimal. */
  readonly payloadHash: string;
  readonly proofRootHash: string;
  readonly receiptHash: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HASH = /^[0-9a-f]{64}$/;

/** The text of the QR code (BPC-QR-1). It always has 212 characters. */
export function qrPayload({ passportVersionId, payloadHash, proofRootHash, receiptHash }: QrClaims): string {
  if (!UUID.test(passportVersionId)) {
    throw new CasparianError('VALIDATION_ERROR', `'${passportVersionId}' is not a UUID in lower case`);
  }
  return `BPC1|pv=${passportVersionId}|ph=${hashText(payloadHash)}|pr=${hashText(proofRootHash)}|rh=${hashText(receiptHash)}`;
}

function hashText(hash: string): string {
  if (!HASH.test(hash)) throw new CasparianError('VALIDATION_ERROR', `'${hash}' is not a SHA-256 hash in lower case`);
  return base32(Buffer.from(hash, 'hex'));
}
