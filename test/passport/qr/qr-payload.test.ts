import { describe, expect, test } from 'vitest';
import { base32 } from '../../../src/passport/qr/base32.js';
import { qrPayload } from '../../../src/passport/qr/qr-payload.js';

describe('base32', () => {
  test.each([
    ['', ''],
    ['00010203', 'AAAQEAY'],
    // RFC 4648, section 10, without padding.
    [Buffer.from('f').toString('hex'), 'MY'],
    [Buffer.from('fo').toString('hex'), 'MZXQ'],
    [Buffer.from('foo').toString('hex'), 'MZXW6'],
    [Buffer.from('foob').toString('hex'), 'MZXW6YQ'],
    [Buffer.from('fooba').toString('hex'), 'MZXW6YTB'],
    [Buffer.from('foobar').toString('hex'), 'MZXW6YTBOI'],
    ['ff'.repeat(32), '7'.repeat(51) + 'Q'],
  ])('of %s is %s', (bytes, text) => {
    expect(base32(Buffer.from(bytes, 'hex'))).toBe(text);
  });
});

describe('BPC-QR-1', () => {
  const claims = {
    passportVersionId: '550e8400-e29b-41d4-a716-446655440000',
    payloadHash: '00'.repeat(32),
    proofRootHash: 'ff'.repeat(32),
    receiptHash: '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777',
  };

  test('has 212 characters', () => {
    const payload = qrPayload(claims);
    expect(payload).toBe(
      `BPC1|pv=550e8400-e29b-41d4-a716-446655440000|ph=${'A'.repeat(52)}|pr=${'7'.repeat(51)}Q|rh=IMSYZ73YH7TQG3MKIMBT7AYK37DA5QBXHASHGVEKY5BLRCBJE53Q`,
    );
    expect(payload).toHaveLength(212);
  });

  test('refuses what is not a UUID or a hash', () => {
    expect(() => qrPayload({ ...claims, passportVersionId: 'x' })).toThrow("'x' is not a UUID in lower case");
    expect(() => qrPayload({ ...claims, receiptHash: 'AB' })).toThrow("'AB' is not a SHA-256 hash in lower case");
  });
});
