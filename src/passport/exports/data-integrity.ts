import { createHash } from 'node:crypto';
import { canonicalJson, CasparianError, verifyEd25519 } from '../../platform/index.js';
import type { Signer } from '../signing/signer.js';
import { base58btc, base58Bytes } from './base58.js';

/**
 * Two contexts of W3C, which verifiers have; the second one gives a meaning to names that no context defines, here those of the fields.
 * Texts only: the implementation of Digital Bazaar rejects a proof whose context contains an object.
 */
export const CONTEXT = [
  'https://www.w3.org/ns/credentials/v2',
  'https://www.w3.org/ns/credentials/undefined-terms/v2',
] as const;

type Json = Readonly<Record<string, unknown>>;

/** Adds a Data Integrity proof (eddsa-jcs-2022): the key signs the hash of the proof's options and the hash of the document. */
export async function withProof(document: Json, signer: Signer, created: string): Promise<Json> {
  const key = multikey(signer.publicKey);
  const options = {
    ...{ type: 'DataIntegrityProof', cryptosuite: 'eddsa-jcs-2022', created },
    ...{
      verificationMethod: `did:key:${key}#${key}`,
      proofPurpose: 'assertionMethod',
      '@context': document['@context'],
    },
  };
  const data = proofData(document, options);
  const signature = await signer.sign(data);
  if (!verifyEd25519(signer.publicKey, data, signature)) {
    throw new CasparianError(
      'SIGNATURE_INVALID',
      `the signature does not belong to the public key of '${signer.keyId}'`,
    );
  }
  return { ...document, proof: { ...options, proofValue: `z${base58btc(signature)}` } };
}

/** The 64 bytes that are signed. */
export function proofData(document: Json, options: Json): Buffer {
  return Buffer.concat([options, document].map((part) => createHash('sha256').update(canonicalJson(part)).digest()));
}

export function didKey(publicKey: Uint8Array): string {
  return `did:key:${multikey(publicKey)}`;
}

/** The public key with the prefix of Ed25519, in base58btc. */
function multikey(publicKey: Uint8Array): string {
  return `z${base58btc(Buffer.concat([Buffer.from([0xed, 0x01]), publicKey]))}`;
}

/** Verifies the eddsa-jcs-2022 proof of a credential whose key is a did:key. Returns the 32 bytes of the key. */
export function verifiedIssuer(credential: Json): Buffer {
  const { proof, ...document } = credential;
  if (typeof proof !== 'object' || proof === null) throw invalid('the credential has no proof');
  const { proofValue, ...options } = proof as Record<string, unknown>;
  if (options['cryptosuite'] !== 'eddsa-jcs-2022') throw invalid('the proof is not of the suite eddsa-jcs-2022');
  if (options['proofPurpose'] !== 'assertionMethod')
    throw invalid('the proof has another purpose than assertionMethod');
  const method = String(options['verificationMethod']);
  const [did = '', key = ''] = method.split('#');
  if (did !== `did:key:${key}` || document['issuer'] !== did) throw invalid('the proof was not made by the issuer');
  const publicKey = publicKeyOf(key);
  const signature = base58Bytes(String(proofValue).slice(1));
  if (verifyEd25519(publicKey, proofData(document, options), signature)) return publicKey;
  throw invalid('the signature does not belong to the credential: it was changed, or is damaged');
}

/** The key of a Multikey text: `z`, then the prefix of Ed25519 and 32 bytes in base58btc. */
function publicKeyOf(multikey: string): Buffer {
  const bytes = multikey.startsWith('z') ? base58Bytes(multikey.slice(1)) : Buffer.alloc(0);
  if (bytes.length === 34 && bytes[0] === 0xed && bytes[1] === 0x01) return bytes.subarray(2);
  throw invalid('the issuer is not a did:key of Ed25519');
}

function invalid(message: string): CasparianError {
  return new CasparianError('SIGNATURE_INVALID', message);
}
