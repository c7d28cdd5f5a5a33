import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import jsigs from 'jsonld-signatures';
import { expect, test } from 'vitest';
import { EXPORT_FORMATS, localSigner, readEd25519Key, type Signer } from '../../../src/passport/index.js';
import { exampleView } from './compiled-example.js';

const KEY = readEd25519Key(Buffer.alloc(32, 7).toString('base64'));
const signer = (): Promise<Signer> => Promise.resolve(localSigner('dev-key-1', KEY));

/** The implementation of Digital Bazaar, whose authors wrote the cryptosuite's specification. Nothing of ours takes part. */
async function isVerified(credential: { readonly issuer: string }): Promise<boolean> {
  const did = credential.issuer;
  const publicKeyMultibase = did.slice('did:key:'.length);
  const id = `${did}#${publicKeyMultibase}`;
  const method = {
    '@context': 'https://w3id.org/security/multikey/v1',
    id,
    type: 'Multikey',
    controller: did,
    publicKeyMultibase,
  };
  const documents: Record<string, unknown> = {
    [id]: method,
    [did]: { '@context': 'https://www.w3.org/ns/did/v1', id: did, assertionMethod: [id], verificationMethod: [method] },
  };
  const result = await jsigs.verify(credential, {
    suite: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
    purpose: new jsigs.purposes.AssertionProofPurpose(),
    documentLoader: (url: string) => {
      if (!(url in documents)) throw new Error(`${url} must not be fetched`);
      return { contextUrl: null, documentUrl: url, document: documents[url] };
    },
  });
  return result.verified;
}

test('another implementation of eddsa-jcs-2022 verifies our credential, and rejects a changed one', async () => {
  const bytes = await EXPORT_FORMATS['vc']?.make(await exampleView('ev', 'public'), signer);
  const credential = JSON.parse(String(bytes)) as { issuer: string; credentialSubject: { sku: string } };
  expect(await isVerified(credential)).toBe(true);
  expect(
    await isVerified({ ...credential, credentialSubject: { ...credential.credentialSubject, sku: 'OTHER' } } as never),
  ).toBe(false);
});
