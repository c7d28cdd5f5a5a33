import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { assemblePassport } from '../../src/passport/compile/assemble-passport.js';
import { artefactLimits, type ArtefactLimits } from '../../src/passport/compile/limits.js';
import { qrCode } from '../../src/passport/qr/qr-code.js';
import { requireGate } from '../../src/passport/rules/testing/gate.js';
import { commandSigner } from '../../src/passport/signing/command-signer.js';
import { localSigner } from '../../src/passport/signing/signer.js';
import { signReceipt } from '../../src/passport/signing/sign-receipt.js';
import { ERROR_CODES } from '../../src/platform/error-codes.js';
import { SAMPLE_KEY } from './golden/passport.js';
import { failureOf, problemsOf } from './rules/rule-source.js';
import { SAMPLE_EVALUATION, SAMPLE_INPUT } from './sample.js';

/** The folders without a database: what is raised there is raised by these examples. */
const FOLDERS = ['bundle', 'compile', 'documents', 'qr', 'rules', 'signing', 'snapshot'];

const compiled = (limits: Partial<ArtefactLimits> = {}): ReturnType<typeof assemblePassport> =>
  assemblePassport({ ...SAMPLE_INPUT, limits: artefactLimits(limits) }, SAMPLE_EVALUATION);

const signedBy = (keyId: string, argv: readonly string[]): (() => Promise<unknown>) => {
  const signer = commandSigner({ keyId, publicKey: SAMPLE_KEY.publicKey, argv, env: process.env });
  return () => signReceipt(compiled().receiptCanonical, signer);
};

/** How each code is raised: something that throws, or that returns a problem. */
const EXAMPLES: Readonly<Record<string, () => unknown>> = {
  DIVISION_BY_ZERO: () => failureOf('Int', '1 / 0'),
  PAYLOAD_TOO_LARGE: () => compiled({ payload: 10 }),
  PROOF_TOO_LARGE: () => compiled({ proof: 10 }),
  RECEIPT_TOO_LARGE: () => compiled({ receipt: 10 }),
  RULE_ASSERTION_FAILED: () => failureOf('Int', 'assert(1 > 2, "E1", "no"); 1'),
  RULE_CYCLE_DETECTED: () => problemsOf('field a: Int = field("b"); field b: Int = field("a");')[0],
  RULE_LIMIT_EXCEEDED: () =>
    failureOf('Int', `${'fold([1,2,3,4,5,6,7,8,9,10], 0, \\a b -> '.repeat(12)}1${')'.repeat(12)}`),
  RULE_PARSE_ERROR: () => problemsOf('field')[0],
  RULE_TESTS_FAILED: () => requireGate({ status: 'PASSED', passed: 499, failed: 0, totalCases: 499 }),
  RULE_TYPE_ERROR: () => problemsOf('field a: Int = "x";')[0],
  SIGNATURE_INVALID: signedBy(SAMPLE_INPUT.signingKeyId, [
    process.execPath,
    '-e',
    'process.stdout.write("a".repeat(64))',
  ]),
  SIGNER_FAILED: signedBy(SAMPLE_INPUT.signingKeyId, [process.execPath, '-e', 'process.exit(3)']),
  SIGNING_KEY_MISSING: () => signReceipt(compiled().receiptCanonical, localSigner('another', SAMPLE_KEY)),
  UNIT_MISMATCH: () => problemsOf('field a: Qty(kg) = qty(1, kg) + qty(1, kWh);')[0],
  VALIDATION_ERROR: () => qrCode('é'),
};

test.each(Object.entries(EXAMPLES))('%s is raised', async (code, example) => {
  const raised = await Promise.resolve()
    .then(example)
    .catch((error: unknown) => error);
  expect(raised).toMatchObject({ code });
});

test('these are all codes of the parts without a database', async () => {
  const found = new Set<string>();
  for (const folder of FOLDERS) {
    const path = fileURLToPath(new URL(`../../src/passport/${folder}`, import.meta.url));
    for (const file of await readdir(path, { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const source = await readFile(join(path, file), 'utf8');
      for (const [, code = ''] of source.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)) {
        if (Object.hasOwn(ERROR_CODES, code)) found.add(code);
      }
    }
  }
  expect([...found].toSorted()).toEqual(Object.keys(EXAMPLES));
});
