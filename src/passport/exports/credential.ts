import { canonicalJson, CasparianError, verifyEd25519 } from '../../platform/index.js';
import { createHash } from 'node:crypto';
import type { Signer } from '../signing/signer.js';
import { SECTIONS } from '../attributes/attribute.js';
import { excerptBytes } from '../disclosure/excerpt.js';
import { base58btc } from './base58.js';
import type { PassportView } from './passport-view.js';

/**
 * Two contexts of W3C, which verifiers have; the second one gives a meaning to names that no context defines, here those of the fields.
 * Texts only: the implementation of Digital Bazaar rejects a proof whose context contains an object.
 */
const CONTEXT = [
  'https://www.w3.org/ns/credentials/v2',
  'https://www.w3.org/ns/credentials/undefined-terms/v2',
] as const;

type Json = Readonly<Record<string, unknown>>;

/** A W3C Verifiable Credential 2.0 of what the audience sees, signed with eddsa-jcs-2022 by the key of the passport. */
export async function passportCredential(view: PassportView, signer: Signer): Promise<Buffer> {
  const { receipt } = view.excerpt;
  // Seconds are enough, and all implementations read them.
  const issued = `${(receipt['issued_at'] ?? '').slice(0, 19)}Z`;
  const document = {
    '@context': CONTEXT,
    id: `urn:uuid:${receipt['passport_version_id'] ?? ''}`,
    type: ['VerifiableCredential', 'BatteryPassportCredential'],
    issuer: didKey(signer.publicKey),
    validFrom: issued,
    credentialSubject: {
      ...(view.values.has('identification.passport_identifier')
        ? { id: view.values.get('identification.passport_identifier') }
        : {}),
      ...{ type: 'BatteryPassport', sku: view.product.sku, name: view.product.name, audience: view.audience },
      ...sections(view),
    },
    // Proves the same values against the signature of the whole passport.
    evidence: [{ type: ['BatteryPassportExcerpt'], excerpt: excerptBytes(view.excerpt).toString('utf8') }],
  };
  return Buffer.from(canonicalJson(await withProof(document, signer, issued)));
}

function sections({ values }: PassportView): Json {
  return Object.fromEntries(
    SECTIONS.map((section) => {
      const own = [...values].filter(([path]) => path.startsWith(`${section}.`));
      return [section, Object.fromEntries(own.map(([path, value]) => [path.slice(section.length + 1), value]))];
    }),
  );
}

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

function didKey(publicKey: Uint8Array): string {
  return `did:key:${multikey(publicKey)}`;
}

/** The public key with the prefix of Ed25519, in base58btc. */
function multikey(publicKey: Uint8Array): string {
  return `z${base58btc(Buffer.concat([Buffer.from([0xed, 0x01]), publicKey]))}`;
}
