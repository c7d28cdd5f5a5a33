import { contexts } from '@digitalbazaar/credentials-context';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import { describe, expect, test } from 'vitest';
import { EXPORT_FORMATS, localSigner, readEd25519Key, type Signer } from '../../../src/passport/index.js';
import { statusListAddress } from '../../../src/passport/status-list/status-list-address.js';
import { statusListBytes } from '../../../src/passport/status-list/status-list.js';
import { SAMPLE_INPUT } from '../sample.js';
import { exampleView } from './compiled-example.js';

const KEY = readEd25519Key(Buffer.alloc(32, 7).toString('base64'));
const SIGNER = localSigner('dev-key-1', KEY);
const signer = (): Promise<Signer> => Promise.resolve(SIGNER);
const INDEX = 4_711;

interface Credential {
  readonly issuer: string;
  readonly credentialSubject: Readonly<Record<string, unknown>>;
  readonly credentialStatus?: Readonly<Record<string, string>>;
}

/**
 * Verifies with the implementation of Digital Bazaar, whose authors wrote the specifications of the cryptosuite and of status lists. Nothing of ours
 * takes part, and nothing is fetched.
 */
async function verified(credential: Credential, lists: Readonly<Record<string, unknown>> = {}) {
  const did = credential.issuer;
  const publicKeyMultibase = did.slice('did:key:'.length);
  const id = `${did}#${publicKeyMultibase}`;
  const method = {
    ...{ '@context': 'https://w3id.org/security/multikey/v1', id, type: 'Multikey', controller: did },
    publicKeyMultibase,
  };
  const documents: Record<string, unknown> = {
    ...Object.fromEntries(contexts),
    ...lists,
    [id]: method,
    [did]: { '@context': 'https://www.w3.org/ns/did/v1', id: did, assertionMethod: [id], verificationMethod: [method] },
  };
  const { verified: isVerified, statusResult } = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
    checkStatus,
    documentLoader: (url: string) => {
      if (!(url in documents)) throw new Error(`${url} must not be fetched`);
      return { contextUrl: null, documentUrl: url, document: documents[url] };
    },
  });
  return { isVerified, isRevoked: statusResult?.results?.[0]?.status };
}

async function credentialAt(list: string | undefined): Promise<Credential> {
  const view = await exampleView('ev', 'public');
  const status = list === undefined ? undefined : { list, index: INDEX };
  return JSON.parse(String(await EXPORT_FORMATS['vc']?.make({ ...view, status }, signer))) as Credential;
}

async function listAt(address: string, revoked: readonly number[]): Promise<Credential> {
  const entries = revoked.map((index) => ({ index, isSet: true, versionId: SAMPLE_INPUT.passportVersionId }));
  const dates = { validFrom: new Date('2026-11-17T12:00:00Z'), validUntil: new Date('2126-11-17T12:00:00Z') };
  const bytes = await statusListBytes({ address, purpose: 'revocation', sequence: 1, entries, ...dates }, SIGNER);
  return JSON.parse(bytes.toString()) as Credential;
}

describe('another implementation', () => {
  test('verifies our credential, and rejects a changed one', async () => {
    const credential = await credentialAt(undefined);
    expect(await verified(credential)).toMatchObject({ isVerified: true });
    const changed = { ...credential, credentialSubject: { ...credential.credentialSubject, sku: 'OTHER' } };
    expect(await verified(changed)).toMatchObject({ isVerified: false });
  });

  test.each([
    ['an address', 'https://passports.example.com/'],
    ['a URN', undefined],
  ])('looks up its status in our list, which it names with %s', async (_, publicUrl) => {
    const address = statusListAddress('default', 'revocation', publicUrl);
    const credential = await credentialAt(address);
    expect(credential.credentialStatus).toEqual({
      id: `${address}#${INDEX}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(INDEX),
      statusListCredential: address,
    });
    const lookedUp = async (list: Credential): Promise<unknown> => verified(credential, { [address]: list });
    expect(await lookedUp(await listAt(address, [INDEX - 1, INDEX + 1]))).toEqual({
      isVerified: true,
      isRevoked: false,
    });
    const list = await listAt(address, [INDEX]);
    expect(list).toMatchObject({ id: address });
    // A set bit is a result, not a failure: what it means is up to the verifier.
    expect(await lookedUp(list)).toEqual({ isVerified: true, isRevoked: true });
    const forged = { ...list, credentialSubject: { ...list.credentialSubject, sequence: 2 } };
    expect(await lookedUp(forged)).toMatchObject({ isVerified: false });
    expect(await verified(credential)).toMatchObject({ isVerified: false });
  });

  test('gives the address of a list without a second slash', () => {
    expect(statusListAddress('a b', 'revocation', 'https://passports.example.com/casparian/')).toBe(
      'https://passports.example.com/casparian/p/status-lists/a%20b/revocation',
    );
  });
});
