import { gunzipSync, gzipSync } from 'node:zlib';
import { canonicalJson, CasparianError, sha256Hex } from '../../platform/index.js';
import { CONTEXT, didKey, withProof } from '../exports/data-integrity.js';
import type { StatusPurpose } from '../schema/tables.js';
import type { Signer } from '../signing/signer.js';

/** A version that has a place in the list. */
export interface StatusEntry {
  readonly versionId: string;
  /** From 0. */
  readonly index: number;
  readonly isSet: boolean;
}

export interface StatusListInput {
  /** Where the newest list is, as credentials name it. */
  readonly address: string;
  readonly purpose: StatusPurpose;
  /** From 1: the next list of the tenant has the next number, so that an older one can be recognized. */
  readonly sequence: number;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly entries: readonly StatusEntry[];
}

/** The least length of a bit string in the standard, which hides how many passports there are. */
const MIN_BITS = 131_072;
const FINGERPRINT_BYTES = 8;

/**
 * A Bitstring Status List of W3C as a credential, signed with eddsa-jcs-2022. A bundle has no place for its index, so the list also has the
 * beginnings of the hashes of all version ids, in the order of the bits.
 */
export async function statusListBytes(input: StatusListInput, signer: Signer): Promise<Buffer> {
  const { entries, purpose, sequence } = input;
  const length = entries.reduce((most, { index }) => Math.max(most, index + 1), 0);
  const bits = Buffer.alloc(Math.max(MIN_BITS, Math.ceil(length / 8) * 8) / 8);
  const fingerprints = Buffer.alloc(length * FINGERPRINT_BYTES);
  for (const { versionId, index, isSet } of entries) {
    // The first bit is the highest of the first byte.
    if (isSet) bits[index >> 3] = (bits[index >> 3] ?? 0) | (0x80 >> (index & 7));
    fingerprintOf(versionId).copy(fingerprints, index * FINGERPRINT_BYTES);
  }
  const validFrom = seconds(input.validFrom);
  const document = {
    '@context': CONTEXT,
    id: input.address,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didKey(signer.publicKey),
    validFrom,
    validUntil: seconds(input.validUntil),
    credentialSubject: {
      ...{ id: `${input.address}#list`, type: 'BitstringStatusList', statusPurpose: purpose },
      encodedList: `u${gzipSync(bits, { level: 9 }).toString('base64url')}`,
      sequence,
      fingerprints: `u${fingerprints.toString('base64url')}`,
    },
  };
  return Buffer.from(canonicalJson(await withProof(document, signer, validFrom)));
}

function seconds(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

function fingerprintOf(versionId: string): Buffer {
  return Buffer.from(sha256Hex(versionId.toLowerCase()), 'hex').subarray(0, FINGERPRINT_BYTES);
}

/** What a list says. Its signature is not verified here. */
export interface StatusList {
  readonly purpose: string;
  readonly sequence: number;
  readonly validFrom: string;
  readonly validUntil: string;
  /** The place of a version; undefined if the list does not know it. */
  readonly indexOf: (versionId: string) => number | undefined;
  readonly isSet: (index: number) => boolean;
}

const MAX_BITS_BYTES = 16_000_000;

export function readStatusList(credential: Readonly<Record<string, unknown>>): StatusList {
  const subject = credential['credentialSubject'] as Readonly<Record<string, unknown>> | undefined;
  if (subject?.['type'] !== 'BitstringStatusList') throw invalid('the credential is not a status list');
  const { encodedList, sequence, fingerprints: texts, statusPurpose } = subject;
  if (typeof encodedList !== 'string' || typeof texts !== 'string' || !Number.isSafeInteger(sequence)) {
    throw invalid('encodedList, fingerprints or sequence are missing');
  }
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'), { maxOutputLength: MAX_BITS_BYTES });
  const fingerprints = Buffer.from(texts.slice(1), 'base64url');
  return {
    ...{ purpose: String(statusPurpose), sequence: sequence as number },
    ...{ validFrom: String(credential['validFrom']), validUntil: String(credential['validUntil']) },
    indexOf: (versionId) => placeOf(fingerprints, fingerprintOf(versionId)),
    isSet: (index) => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0,
  };
}

function placeOf(all: Buffer, one: Buffer): number | undefined {
  for (let at = all.indexOf(one); at !== -1; at = all.indexOf(one, at + 1)) {
    if (at % FINGERPRINT_BYTES === 0) return at / FINGERPRINT_BYTES;
  }
  return undefined;
}

function invalid(message: string): CasparianError {
  return new CasparianError('VALIDATION_ERROR', message);
}
