import { canonicalJson } from '../../platform/index.js';
import { excerptBytes } from '../disclosure/excerpt.js';
import type { Signer } from '../signing/signer.js';
import { CONTEXT, didKey, withProof } from './data-integrity.js';
import type { PassportView } from './passport-view.js';
import { sectionsOf } from './sections.js';

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
    ...(view.status === undefined ? {} : { credentialStatus: statusEntry(view.status) }),
    credentialSubject: {
      ...(view.values.has('identification.passport_identifier')
        ? { id: view.values.get('identification.passport_identifier') }
        : {}),
      ...{ type: 'BatteryPassport', sku: view.product.sku, name: view.product.name, audience: view.audience },
      ...sectionsOf(view.values),
    },
    // Proves the same values against the signature of the whole passport.
    evidence: [{ type: ['BatteryPassportExcerpt'], excerpt: excerptBytes(view.excerpt).toString('utf8') }],
  };
  return Buffer.from(canonicalJson(await withProof(document, signer, issued)));
}

/** Where a verifier looks up whether the version is revoked (W3C Bitstring Status List). */
function statusEntry({ list, index }: NonNullable<PassportView['status']>): Json {
  return {
    ...{ id: `${list}#${index}`, type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
    ...{ statusListIndex: String(index), statusListCredential: list },
  };
}
