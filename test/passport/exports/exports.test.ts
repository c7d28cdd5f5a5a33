import { existsSync, readFileSync } from 'node:fs';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { canonicalJson, readEd25519Key } from '../../../src/platform/index.js';
import {
  EXPORT_FORMATS,
  isCredential,
  localSigner,
  type PassportView,
  statusIndexOf,
  verifyCredential,
} from '../../../src/passport/index.js';
import { proofData, withProof } from '../../../src/passport/exports/data-integrity.js';
import { valueText } from '../../../src/passport/exports/value-text.js';
import { exampleView } from './compiled-example.js';

const KEY = readEd25519Key(Buffer.alloc(32, 7).toString('base64'));
const signer = (): Promise<ReturnType<typeof localSigner>> => Promise.resolve(localSigner('dev-key-1', KEY));

/** Restricted values of the example of an EV that no public value contains. */
const RESTRICTED = ['restricted/', '64.5', '7786-81-4', 'CELL-198', 'parts@nordlys.example', '98.9'];

test.each(Object.keys(EXPORT_FORMATS))(
  'a public %s contains no restricted value, and is deterministic',
  async (format) => {
    const view = await exampleView('ev', 'public');
    const make = EXPORT_FORMATS[format]?.make as NonNullable<(typeof EXPORT_FORMATS)[string]>['make'];
    const bytes = await make(view, signer);
    expect((await make(view, signer)).equals(bytes)).toBe(true);
    // The text of a PDF is compressed and encoded by glyphs, so its view is searched, from which alone it is made.
    const searched = format === 'pdf' ? textsOf(view) : bytes.toString('utf8');
    for (const value of RESTRICTED) expect(searched.includes(value), value).toBe(false);
    const open = await exampleView('ev', 'legitimate_interest');
    for (const value of RESTRICTED) if (!value.includes('restricted')) expect(textsOf(open)).toContain(value);
  },
);

test('the proof of a credential can be verified with the did:key alone', async () => {
  const bytes = await EXPORT_FORMATS['vc']?.make(await exampleView('ev', 'public'), signer);
  const { proof, ...document } = JSON.parse(String(bytes)) as { proof: Record<string, string>; issuer: string };
  const { proofValue, ...options } = proof;
  const hashes = [options, document].map((part) => createHash('sha256').update(canonicalJson(part)).digest());
  const raw = base58(document.issuer.slice('did:key:z'.length)).subarray(2);
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    ...{ format: 'der', type: 'spki' },
  });
  expect(verify(null, Buffer.concat(hashes), key, base58(proofValue?.slice(1) ?? ''))).toBe(true);
});

const VECTORS = new URL('../../../../shared/data/vc-di-eddsa/', import.meta.url);

test.skipIf(!existsSync(VECTORS))('eddsa-jcs-2022 gives the vectors of W3C', async () => {
  const json = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(new URL(name, VECTORS), 'utf8')) as Record<string, unknown>;
  const text = (name: string): string => readFileSync(new URL(name, VECTORS), 'utf8').trim();
  const unsigned = json('unsigned.json');
  expect(proofData(unsigned, json('proofConfigJCS.json')).toString('hex')).toBe(text('combinedHashJCS.txt'));
  const seed = base58(String(json('keyPair.json')['privateKeyMultibase']).slice(1)).subarray(2);
  const w3c = localSigner('w3c', readEd25519Key(seed.toString('base64')));
  const signed = await withProof(unsigned, w3c, String(json('proofConfigJCS.json')['created']));
  const expected = json('signedJCS.json')['proof'] as Record<string, unknown>;
  const { verificationMethod, proofPurpose, cryptosuite } = signed['proof'] as Record<string, unknown>;
  expect({ proofPurpose, cryptosuite }).toEqual({
    proofPurpose: expected['proofPurpose'],
    cryptosuite: expected['cryptosuite'],
  });
  expect(verificationMethod).toBe(expected['verificationMethod']);
  expect(signed['proof']).toEqual(expected);
});

test('values are written for people', () => {
  expect(valueText({ unit: 'kg', value: '452.600000' })).toBe('452.6 kg');
  expect(valueText({ unit: 'each', value: '1500.000000' })).toBe('1500');
  expect(valueText({ at: '2027-06-30T06:00:00Z', value: { unit: 'pct', value: '64.500000' } })).toBe(
    '64.5 % (2027-06-30T06:00:00Z)',
  );
  expect(valueText([])).toBe('none');
  expect(valueText(true)).toBe('yes');
});

function textsOf({ values }: PassportView): string {
  return [...values.values()].map((value) => valueText(value)).join('\n');
}

/** Written apart from the encoder that it checks. */
function base58(text: string): Buffer {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const number = [...text].reduce((total, letter) => total * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

test('our own verifier checks the proof of a credential, its evidence, and that both state the same', async () => {
  const view = {
    ...(await exampleView('ev', 'public')),
    status: { list: 'urn:bpc:status-list:default:revocation', index: 3 },
  };
  const bytes = (await EXPORT_FORMATS['vc']?.make(view, signer)) as Buffer;
  const failed = (given: Buffer, key?: Uint8Array): string[] =>
    verifyCredential(given, key)
      .checks.filter(({ ok }) => !ok)
      .map(({ name }) => name);
  expect([isCredential(bytes), statusIndexOf(bytes)]).toEqual([true, 3]);
  expect(failed(bytes, KEY.publicKey)).toEqual([]);
  expect(failed(bytes, Buffer.alloc(32, 1))).toEqual(['trusted_key']);
  const changed = Buffer.from(bytes.toString().replace('"short_name":"NMC', '"short_name":"LFP'));
  expect(changed.equals(bytes)).toBe(false);
  expect(failed(changed)).toEqual(['credential_proof', 'values']);
  // A maker who signs other values than the passport has.
  const { proof: _, ...document } = JSON.parse(changed.toString()) as Record<string, unknown>;
  const resigned = await withProof(document, await signer(), '2026-11-17T12:00:00Z');
  expect(failed(Buffer.from(canonicalJson(resigned)))).toEqual(['values']);
  expect(failed(Buffer.from('{"type":["BatteryPassportCredential"]}'))).toEqual(['credential']);
  expect(failed(Buffer.from('"BatteryPassportCredential'))).toEqual(['credential']);
});
