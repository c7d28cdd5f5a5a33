import { describe, expect, test } from 'vitest';
import { assemblePassport } from '../../../src/passport/compile/assemble-passport.js';
import { commandSigner } from '../../../src/passport/signing/command-signer.js';
import { localSigner, type Signer } from '../../../src/passport/signing/signer.js';
import { signReceipt } from '../../../src/passport/signing/sign-receipt.js';
import { readEd25519Key, sha256Hex, verifyEd25519 } from '../../../src/platform/index.js';
import { SAMPLE_EVALUATION, SAMPLE_INPUT } from '../sample.js';

const KEY = readEd25519Key(Buffer.alloc(32, 7));
const { receiptCanonical, receiptHash } = assemblePassport(SAMPLE_INPUT, SAMPLE_EVALUATION);

describe('signing a receipt', () => {
  test('the signature covers the 32 bytes of the hash of the receipt without its signature', async () => {
    const { signature, signedCanonical, signingKeyPublic } = await signReceipt(
      receiptCanonical,
      localSigner('dev-key-1', KEY),
    );
    expect(signature).toHaveLength(64);
    expect(verifyEd25519(signingKeyPublic, Buffer.from(receiptHash, 'hex'), signature)).toBe(true);
    const { signature: text, ...rest } = JSON.parse(signedCanonical.toString()) as Record<string, string>;
    expect(text).toBe(signature.toString('base64'));
    expect(rest).toEqual(JSON.parse(receiptCanonical.toString()));
  });

  test('signing again gives the same bytes', async () => {
    const once = await signReceipt(receiptCanonical, localSigner('dev-key-1', KEY));
    const again = await signReceipt(receiptCanonical, localSigner('dev-key-1', readEd25519Key(Buffer.alloc(32, 7))));
    expect(again).toEqual(once);
  });

  test('another key than the receipt names is refused', async () => {
    await expect(signReceipt(receiptCanonical, localSigner('key-2', KEY))).rejects.toMatchObject({
      code: 'SIGNING_KEY_MISSING',
      message: "the receipt is to be signed with the key 'dev-key-1', not 'key-2'",
    });
  });
});

/** A stand-in for the client of an HSM or KMS: it has the key, and gets the hash on stdin. */
const HSM = `
  const { createPrivateKey, sign } = require('node:crypto');
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, Number(process.env.SEED))]);
  const chunks = [];
  process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const hash = Buffer.concat(chunks);
    if (hash.toString('hex') !== process.env.CASPARIAN_HASH) process.exit(3);
    const signature = sign(null, hash, createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
    process.stdout.write(process.env.FORM === 'raw' ? signature : signature.toString(process.env.FORM) + '\\n');
  });`;

function hsm(env: Record<string, string>, script = HSM, timeoutMs = 60_000): Signer {
  const argv = [process.execPath, '-e', script];
  return commandSigner({ keyId: 'dev-key-1', publicKey: KEY.publicKey, argv, env, timeoutMs });
}

describe('signing by a command', { timeout: 90_000 }, () => {
  test.each(['raw', 'base64', 'hex'])('a signature in the form %s is the same as ours', async (FORM) => {
    const local = await signReceipt(receiptCanonical, localSigner('dev-key-1', KEY));
    expect(await signReceipt(receiptCanonical, hsm({ SEED: '7', FORM }))).toEqual(local);
  });

  test('a command with another key is refused', async () => {
    await expect(signReceipt(receiptCanonical, hsm({ SEED: '8', FORM: 'raw' }))).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      message: "the signature does not belong to the public key of 'dev-key-1'",
      retryable: false,
    });
  });

  test.each([
    ["console.log('here you are')", 'SIGNATURE_INVALID', 'did not print a signature'],
    ["process.stdout.write('x'.repeat(100000))", 'SIGNATURE_INVALID', 'did not print a signature'],
    ['', 'SIGNATURE_INVALID', 'did not print a signature'],
    ["console.error('token locked'); process.exit(9)", 'SIGNER_FAILED', 'failed: exited with code 9'],
    ["process.kill(process.pid, 'SIGKILL')", 'SIGNER_FAILED', 'failed: signalled'],
  ])('%s ends with %s', async (script, code, message) => {
    const signing = hsm({}, script).sign(Buffer.from(sha256Hex(''), 'hex'));
    await expect(signing).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string });
  });

  test('what a failed command wrote to stderr is kept', async () => {
    const signing = hsm({}, "console.error('token locked'); process.exit(9)").sign(Buffer.alloc(32));
    await expect(signing).rejects.toMatchObject({
      detail: expect.stringContaining('token locked') as string,
      retryable: true,
    });
  });

  test('a command that hangs is stopped', async () => {
    await expect(hsm({}, 'setInterval(() => {}, 1000)', 300).sign(Buffer.alloc(32))).rejects.toMatchObject({
      code: 'SIGNER_FAILED',
      message: expect.stringContaining('failed: timed out') as string,
    });
  });

  test('a command that does not exist is not tried again', async () => {
    const signer = commandSigner({ keyId: 'k', publicKey: KEY.publicKey, argv: ['/no/such/signer'], env: {} });
    await expect(signer.sign(Buffer.alloc(32))).rejects.toMatchObject({ code: 'SIGNER_FAILED', retryable: false });
  });
});
