import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readEd25519Key, readEd25519PublicKey, signEd25519, verifyEd25519 } from '../../../src/platform/index.js';

/** RFC 8032, section 7.1: secret key (seed), public key, message, signature. */
const RFC_8032 = [
  [
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
  [
    '833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42',
    'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
  ],
] as const;

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const [SEED, PUBLIC] = [hex(RFC_8032[0][0]), hex(RFC_8032[0][1])];
const PKCS8 = Buffer.concat([hex('302e020100300506032b657004220420'), SEED]);
const PEM = createPrivateKey({ key: PKCS8, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' });
const SPKI = Buffer.concat([hex('302a300506032b6570032100'), PUBLIC]);

describe('an Ed25519 private key', () => {
  const pair = Buffer.concat([SEED, PUBLIC]);
  test.each<[string, string | Buffer]>([
    ['a seed', SEED],
    ['a seed in base64', SEED.toString('base64')],
    ['a seed in base64 without padding', SEED.toString('base64url')],
    ['seed and public key', pair],
    ['seed and public key in base64 on two lines', `${pair.toString('base64').replace(/^.{60}/, '$&\n')}\n`],
    ['PKCS#8 DER', PKCS8],
    ['PKCS#8 DER in base64', PKCS8.toString('base64')],
    ['PEM', PEM],
    ['PEM as bytes', Buffer.from(PEM)],
    ['PEM in base64, as `openssl genpkey … | base64` prints it', Buffer.from(PEM).toString('base64')],
  ])('is read from %s', (_, form) => {
    expect(readEd25519Key(form).publicKey).toEqual(PUBLIC);
  });

  const x25519 = generateKeyPairSync('x25519');
  const encrypted = { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
  test.each<[string, string | Buffer, string]>([
    ['nothing', '', 'it cannot be decoded'],
    ['31 bytes', SEED.subarray(1), 'it cannot be decoded'],
    ['33 bytes in base64', Buffer.alloc(33).toString('base64'), 'it cannot be decoded'],
    ['words', 'my secret key', 'it cannot be decoded'],
    ['a wrong public key', Buffer.concat([SEED, SEED]), 'its last 32 bytes are not the public key of its first 32'],
    ['a key for X25519', x25519.privateKey.export({ format: 'pem', type: 'pkcs8' }), 'it is a key for x25519'],
    ['a passphrase', readEd25519Key(SEED).privateKey.export(encrypted), 'it is encrypted with a passphrase'],
    ['a public key', createPublicKey(PEM).export({ format: 'pem', type: 'spki' }), 'it is a public key'],
    ['a cut PEM', PEM.slice(0, 60), 'it cannot be decoded'],
  ])('%s is refused, without its content in the message', (_, form, reason) => {
    const refusal = (): unknown => readEd25519Key(form);
    expect(refusal).toThrow(reason);
    expect(refusal).toThrow(expect.objectContaining({ code: 'SIGNING_KEY_INVALID' }));
    expect(refusal).not.toThrow('my secret');
  });
});

describe('an Ed25519 public key', () => {
  const pem = createPublicKey(PEM).export({ format: 'pem', type: 'spki' });
  test.each<[string, string | Buffer]>([
    ['raw bytes', PUBLIC],
    ['base64', PUBLIC.toString('base64')],
    ['SPKI DER', SPKI],
    ['SPKI DER in base64', SPKI.toString('base64')],
    ['PEM', pem],
  ])('is read from %s', (_, form) => {
    expect(readEd25519PublicKey(form)).toEqual(PUBLIC);
  });

  test('a key of another algorithm is refused', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey;
    expect(() => readEd25519PublicKey(rsa.export({ format: 'pem', type: 'spki' }))).toThrow('for another algorithm');
    expect(() => readEd25519PublicKey('?')).toThrow('it cannot be decoded');
  });
});

describe('signatures', () => {
  test.each(RFC_8032)('RFC 8032, seed %s', (seed, publicKey, message, signature) => {
    const key = readEd25519Key(hex(seed));
    expect(key.publicKey.toString('hex')).toBe(publicKey);
    expect(signEd25519(key, hex(message)).toString('hex')).toBe(signature);
    expect(verifyEd25519(hex(publicKey), hex(message), hex(signature))).toBe(true);
  });

  test('every changed bit of message, key and signature is noticed', () => {
    const [, publicKey, message, signature] = RFC_8032[2].map(hex) as [Buffer, Buffer, Buffer, Buffer];
    for (const part of [publicKey, message, signature]) {
      for (let bit = 0; bit < 8 * part.length; bit += 1) {
        part[bit >> 3]! ^= 1 << (bit & 7);
        expect(verifyEd25519(publicKey, message, signature)).toBe(false);
        part[bit >> 3]! ^= 1 << (bit & 7);
      }
    }
    expect(verifyEd25519(publicKey, message, signature)).toBe(true);
  });

  test('a second signature cannot be made from a known one by adding the group order', () => {
    const [, publicKey, message, signature] = RFC_8032[1].map(hex) as [Buffer, Buffer, Buffer, Buffer];
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`);
    const larger = Buffer.from((scalar + order).toString(16).padStart(64, '0'), 'hex').reverse();
    expect(verifyEd25519(publicKey, message, Buffer.concat([signature.subarray(0, 32), larger]))).toBe(false);
  });

  test('lengths other than 32 and 64 bytes verify nothing', () => {
    const [, publicKey, message, signature] = RFC_8032[1].map(hex) as [Buffer, Buffer, Buffer, Buffer];
    expect(verifyEd25519(publicKey.subarray(1), message, signature)).toBe(false);
    expect(verifyEd25519(publicKey, message, signature.subarray(1))).toBe(false);
    expect(verifyEd25519(publicKey, message, Buffer.concat([signature, Buffer.alloc(1)]))).toBe(false);
    expect(verifyEd25519(publicKey, message, Buffer.alloc(64))).toBe(false);
  });

  test('more keys than are remembered still verify', () => {
    for (let index = 0; index < 120; index += 1) {
      const key = readEd25519Key(Buffer.alloc(32, index));
      expect(verifyEd25519(key.publicKey, SEED, signEd25519(key, SEED))).toBe(true);
    }
  });
});
