import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { qrPayload } from '../../../src/passport/qr/qr-payload.js';
import { GOLDEN_INPUTS } from './inputs.js';
import { makeBundle, makePassport } from './passport.js';

/**
 * The bytes of passports, in hexadecimal. They must never change: somebody has signed them. A new golden file is written by
 * `WRITE_GOLDEN=1 npx vitest run test/passport/golden`; existing ones are never overwritten.
 */
describe('golden files', () => {
  test.each(Object.entries(GOLDEN_INPUTS))('%s', async (name, input) => {
    const { compiled, signed, input: passport } = await makePassport(input);
    const actual = {
      payload_hash: compiled.payloadHash,
      proof_root_hash: compiled.proofRootHash,
      receipt_hash: compiled.receiptHash,
      signature: signed.signature.toString('hex'),
      qr_payload: qrPayload({ ...compiled, passportVersionId: passport.passportVersionId }),
      snapshot: passport.snapshot.canonical.toString('hex'),
      payload: compiled.payloadCanonical.toString('hex'),
      proof: compiled.proofCanonical.toString('hex'),
      receipt: compiled.receiptCanonical.toString('hex'),
      bundle: (await makeBundle(input)).toString('hex'),
    };
    const file = new URL(`${name}.json`, import.meta.url);
    if (!existsSync(file) && process.env['WRITE_GOLDEN'] === '1')
      writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
    expect(actual).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});
