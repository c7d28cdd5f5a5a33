import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createEncryptionKey,
  findEncryptionKey,
  keyPath,
  requireEncryptionKey,
} from '../../../src/events/webhooks/secrets/encryption-key.js';
import { decodedSecret, newSecret } from '../../../src/events/webhooks/secrets/secret.js';
import { openSecret, sealSecret } from '../../../src/events/webhooks/secrets/secret-box.js';
import { temporaryFolder } from '../../cli/store.js';

const OWNER = { tenant: 'a', endpointId: 'one' };
const failure = (code: string): object => expect.objectContaining({ code }) as object;
const key = () => ({ bytes: randomBytes(32), origin: 'the test' });

describe('secrets', () => {
  it('are 32 random bytes behind the prefix of Standard Webhooks', () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.toBe(newSecret());
    expect(decodedSecret(newSecret())).toHaveLength(32);
  });

  it('come out of the box as they went in, each time under another ciphertext', () => {
    const [box, secret] = [key(), newSecret()];
    const [first, second] = [sealSecret(box, secret, OWNER), sealSecret(box, secret, OWNER)];
    expect(openSecret(box, first, OWNER)).toBe(secret);
    expect(first.sealed).not.toBe(second.sealed);
    expect(JSON.stringify(first)).not.toContain(secret.slice(6, 30));
  });

  it('cannot be opened with another key, for another owner, or after a change', () => {
    const box = key();
    const sealed = sealSecret(box, newSecret(), OWNER);
    expect(() => openSecret(key(), sealed, OWNER)).toThrow(failure('WEBHOOK_KEY_WRONG'));
    expect(() => openSecret(box, sealed, { ...OWNER, tenant: 'b' })).toThrow(failure('WEBHOOK_SECRET_DAMAGED'));
    expect(() => openSecret(box, sealed, { ...OWNER, endpointId: 'two' })).toThrow(failure('WEBHOOK_SECRET_DAMAGED'));
    const bytes = Buffer.from(sealed.sealed, 'base64');
    for (const at of [0, 15, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const damaged = { ...sealed, sealed: changed.toString('base64') };
      expect(() => openSecret(box, damaged, OWNER)).toThrow(failure('WEBHOOK_SECRET_DAMAGED'));
    }
  });
});

describe('the encryption key', () => {
  it('comes from the setting, in base64 or hex', async () => {
    const home = await temporaryFolder();
    const bytes = randomBytes(32);
    for (const configured of [bytes.toString('base64'), bytes.toString('hex')]) {
      expect(findEncryptionKey({ configured, home })?.bytes).toEqual(bytes);
    }
    const short = randomBytes(31).toString('base64');
    const refused = (): unknown => findEncryptionKey({ configured: short, home });
    expect(refused).toThrow(failure('CONFIG_INVALID'));
    expect(refused).not.toThrow(short);
  });

  it('is made in the home once, readable by its owner alone', async () => {
    const home = join(await temporaryFolder(), 'new');
    const source = { configured: undefined, home };
    expect(findEncryptionKey(source)).toBeUndefined();
    expect(() => requireEncryptionKey(source)).toThrow(failure('WEBHOOK_KEY_MISSING'));
    const made = createEncryptionKey(source);
    expect(statSync(keyPath(home)).mode & 0o777).toBe(0o600);
    expect(createEncryptionKey(source).bytes).toEqual(made.bytes);
    expect(requireEncryptionKey(source).bytes).toEqual(made.bytes);
    expect(Buffer.from(readFileSync(keyPath(home), 'utf8'), 'base64')).toEqual(made.bytes);
  });

  it('is refused when its file holds something else', async () => {
    const home = await temporaryFolder();
    writeFileSync(keyPath(home), 'nonsense');
    chmodSync(keyPath(home), 0o600);
    expect(() => findEncryptionKey({ configured: undefined, home })).toThrow(failure('CONFIG_INVALID'));
  });
});
