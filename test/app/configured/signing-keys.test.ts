import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { configuredSigningKeys } from '../../../src/app/index.js';
import { isSignedBy, readSigningKey } from '../../../src/platform/index.js';

const SEED = Buffer.alloc(32, 7);
const DER = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]);
const { publicKey } = readSigningKey(SEED);
const HASH = Buffer.alloc(32, 1);

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'casparian-test-'));
  onTestFinished(() => rm(home, { recursive: true }));
});

test.each([
  ['a seed', SEED],
  ['seed and public key', Buffer.concat([SEED, Buffer.from(publicKey, 'base64')])],
  ['PKCS#8 DER', DER],
  ['base64', Buffer.from(`${SEED.toString('base64')}\n`)],
  ['PEM', Buffer.from(`-----BEGIN PRIVATE KEY-----\n${DER.toString('base64')}\n-----END PRIVATE KEY-----\n`)],
])('a file with %s', async (_, content) => {
  const file = join(home, 'secret');
  await writeFile(file, content);
  const key = await configuredSigningKeys({ home, signing_key_file: file, signing_key_id: 'k1' }).current();
  expect([key.keyId, key.publicKey]).toEqual(['k1', publicKey]);
  expect(isSignedBy(publicKey, HASH, await key.sign(HASH))).toBe(true);
});

test('a file that is missing is named, with the setting', async () => {
  const missing = configuredSigningKeys({ home, signing_key_file: join(home, 'secret') }).current();
  await expect(missing).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('secret') as string,
  });
});

/** A program that signs the hash on its stdin, as the client of an HSM does. */
const PROGRAM = `
const { createPrivateKey, sign } = require('node:crypto');
const key = createPrivateKey({ key: Buffer.from('${DER.toString('hex')}', 'hex'), format: 'der', type: 'pkcs8' });
let hash = Buffer.alloc(0);
process.stdin.on('data', (data) => (hash = Buffer.concat([hash, data])));
process.stdin.on('end', () => process.stdout.write(sign(null, hash, key).toString('base64')));
`;

test('a command signs, and its key is not in our memory', async () => {
  const settings = { home, signing_command: [process.execPath, '-e', PROGRAM], signing_public_key: publicKey };
  const key = await configuredSigningKeys(settings).current();
  expect(isSignedBy(publicKey, HASH, await key.sign(HASH))).toBe(true);
  expect(await configuredSigningKeys(settings).published()).toMatchObject([{ origin: 'configured', publicKey }]);
});

test('a command that signs with another key than the configured one is refused', async () => {
  const other = readSigningKey(Buffer.alloc(32, 8)).publicKey;
  const settings = { home, signing_command: [process.execPath, '-e', PROGRAM], signing_public_key: other };
  const key = await configuredSigningKeys(settings).current();
  await expect(key.sign(HASH)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
});
