import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedBy, readPublicKey, readSigningKey } from '../../../src/platform/index.js';

/** RFC 8032, section 7.1, test 2. */
const SEED = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex');
const PUBLIC = Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex');
const MESSAGE = Buffer.from('72', 'hex');
const SIGNATURE = Buffer.from(
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  'hex',
);

const DER = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]);
const PEM = `-----BEGIN PRIVATE KEY-----\n${DER.toString('base64')}\n-----END PRIVATE KEY-----\n`;

test.each([
  ['a seed', SEED.toString('base64')],
  ['a seed with its public key', Buffer.concat([SEED, PUBLIC]).toString('base64')],
  ['PKCS#8 DER', DER.toString('base64')],
  ['PEM', PEM],
  ['base64 of PEM, as a pipe from openssl gives it', Buffer.from(PEM).toString('base64')],
])('a key given as %s signs as RFC 8032 says', async (_, text) => {
  const key = readSigningKey(`${text}\n`);
  expect(key.publicKey).toBe(PUBLIC.toString('base64'));
  expect(await key.sign(MESSAGE)).toBe(SIGNATURE.toString('base64'));
});

test('a key from openssl is accepted in the form of its documentation', () => {
  const pem = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], { encoding: 'utf8' });
  expect(readSigningKey(pem).publicKey).toBe(readSigningKey(Buffer.from(pem).toString('base64')).publicKey);
});

test.each([
  ['empty', ''],
  ['of another length', Buffer.alloc(31).toString('base64')],
  ['with a public half that is not its own', Buffer.concat([SEED, SEED]).toString('base64')],
  ['no key at all', 'this is not a key'],
  ['damaged', PEM.replace('MC4C', 'MC4D')],
  [
    'for RSA',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  ],
])('a text that is %s is refused', (_, text) => {
  expect(() => readSigningKey(text)).toThrow(expect.objectContaining({ code: 'SIGNING_KEY_INVALID' }));
});

test('a signature is checked against key, message and signature', () => {
  const [key, signature] = [PUBLIC.toString('base64'), SIGNATURE.toString('base64')];
  expect(isSignedBy(key, MESSAGE, signature)).toBe(true);
  expect(isSignedBy(key, Buffer.from('73', 'hex'), signature)).toBe(false);
  expect(isSignedBy(SEED.toString('base64'), MESSAGE, signature)).toBe(false);
  expect(isSignedBy(key, MESSAGE, signature.replace('k', 'l'))).toBe(false);
  expect(isSignedBy('', MESSAGE, '')).toBe(false);
});

test('a public key is read from base64 and from PEM', () => {
  const base64 = PUBLIC.toString('base64');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), PUBLIC]).toString('base64');
  expect(readPublicKey(`${base64}\n`)).toBe(base64);
  expect(readPublicKey(`-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----`)).toBe(base64);
  expect(() => readPublicKey('nothing')).toThrow(expect.objectContaining({ code: 'SIGNING_KEY_INVALID' }));
});
