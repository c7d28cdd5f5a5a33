import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isSignedBy, openSigningKeys, readSigningKey, type SigningKeys } from '../../../src/platform/index.js';

const HASH = Buffer.alloc(32, 1);
const GIVEN = readSigningKey(Buffer.alloc(32, 7).toString('base64'), 'given-1');

let folder: string;
let keys: SigningKeys;
beforeEach(async () => {
  const home = await mkdtemp(join(tmpdir(), 'casparian-test-'));
  onTestFinished(() => rm(home, { recursive: true }));
  folder = join(home, 'keys');
  keys = openSigningKeys({ folder });
});

test('without a key, a development key is created, readable by its owner only, and reported once', async () => {
  expect(await keys.find()).toBeUndefined();
  const reported: string[] = [];
  const report = ({ keyId }: { keyId: string }): void => void reported.push(keyId);
  const opened = await Promise.all(Array.from({ length: 8 }, () => keys.current(report)));
  const others = await Promise.all(Array.from({ length: 8 }, () => openSigningKeys({ folder }).current()));
  expect(new Set([...opened, ...others].map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(reported).toEqual([opened[0]!.keyId]);
  expect((await stat(join(folder, 'signing.pem'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(await keys.isForDevelopment(opened[0]!)).toBe(true);
  expect(await keys.published()).toMatchObject([{ origin: 'development', retiredAt: null }]);
});

test('processes that need the first key at the same time agree on one', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => openSigningKeys({ folder }).current()));
  expect(new Set(opened.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(await keys.published()).toHaveLength(1);
});

test('create replaces a development key, and refuses to replace another one', async () => {
  const development = await keys.current();
  const created = await keys.create('maker-2027');
  expect(created.keyId).toBe('maker-2027');
  expect(await openSigningKeys({ folder }).isForDevelopment(created)).toBe(false);
  await expect(keys.create()).rejects.toMatchObject({ code: 'SIGNING_KEY_EXISTS' });
  expect((await keys.published()).map(({ keyId, retiredAt }) => [keyId, retiredAt === null])).toEqual([
    [development.keyId, false],
    ['maker-2027', true],
  ]);
});

test('after a rotation the new key signs, and the old one still signs what was compiled with it', async () => {
  const old = await keys.create('old');
  const rotated = await keys.rotate('new');
  expect(rotated.publicKey).not.toBe(old.publicKey);
  const again = openSigningKeys({ folder });
  expect((await again.current()).keyId).toBe('new');
  const named = await again.named('old');
  expect(isSignedBy(old.publicKey, HASH, await named.sign(HASH))).toBe(true);
  expect((await stat(join(folder, 'retired', 'old.pem'))).mode & 0o777).toBe(0o600);
  await rm(join(folder, 'retired', 'old.pem'));
  await expect(openSigningKeys({ folder }).named('old')).rejects.toMatchObject({ code: 'SIGNING_KEY_MISSING' });
  expect((await again.published()).map(({ publicKey }) => publicKey)).toEqual([old.publicKey, rotated.publicKey]);
});

test('an id names one key for ever', async () => {
  await keys.create('a');
  const before = await readFile(join(folder, 'signing.pem'), 'utf8');
  await expect(keys.rotate('a')).rejects.toMatchObject({ code: 'SIGNING_KEY_ID_TAKEN' });
  expect(await readFile(join(folder, 'signing.pem'), 'utf8')).toBe(before);
  await expect(openSigningKeys({ folder, keyId: 'a' }).rotate()).rejects.toMatchObject({
    code: 'SIGNING_KEY_ID_TAKEN',
  });
  const other = openSigningKeys({ folder, given: () => Promise.resolve({ ...GIVEN, keyId: 'a' }) });
  await expect(other.current()).rejects.toMatchObject({ code: 'SIGNING_KEY_ID_TAKEN' });
});

test('a key of the settings is used instead of the file, and its public half is kept when it is replaced', async () => {
  const given = openSigningKeys({ folder, given: () => Promise.resolve(GIVEN) });
  expect(await given.current()).toBe(GIVEN);
  await expect(given.rotate()).rejects.toMatchObject({ code: 'SIGNING_KEY_EXISTS' });
  await expect(given.create()).rejects.toMatchObject({ code: 'SIGNING_KEY_EXISTS' });
  const next = readSigningKey(Buffer.alloc(32, 8).toString('base64'), 'given-2');
  await openSigningKeys({ folder, given: () => Promise.resolve(next) }).current();
  expect((await keys.published()).map(({ keyId, origin, retiredAt }) => [keyId, origin, retiredAt === null])).toEqual([
    ['given-1', 'configured', false],
    ['given-2', 'configured', true],
  ]);
});

test('a given key needs no writable home', async () => {
  await writeFile(folder, 'not a folder');
  const given = openSigningKeys({ folder, given: () => Promise.resolve(GIVEN) });
  expect((await given.current()).keyId).toBe('given-1');
  await expect(openSigningKeys({ folder }).current()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});

test('an id with characters that a file name cannot have', async () => {
  await keys.create('../../maker 2027/ä');
  expect((await keys.published()).map(({ keyId }) => keyId)).toEqual(['../../maker 2027/ä']);
  expect((await openSigningKeys({ folder }).current()).keyId).toBe('../../maker 2027/ä');
});

test('a damaged key file is an error that does not show the key', async () => {
  await keys.create();
  await writeFile(join(folder, 'signing.pem'), 'c2VjcmV0 not a key');
  const failure: unknown = await openSigningKeys({ folder })
    .current()
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'SIGNING_KEY_INVALID' });
  expect(JSON.stringify(failure)).not.toContain('c2VjcmV0');
});
