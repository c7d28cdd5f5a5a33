import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBundle } from '../../../src/passport/bundle/verify-bundle.js';
import { GOLDEN_INPUTS } from '../golden/inputs.js';
import { makeBundle, SAMPLE_KEY } from '../golden/passport.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples/passport', import.meta.url));

const isInstalled = spawnSync('python3', ['-c', 'import cryptography']).status === 0;
if (!isInstalled)
  console.warn('python3 with the package cryptography is missing: the verifier in Python is not tested');

const folder = mkdtempSync(join(tmpdir(), 'casparian-python-verifier-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Verifies many bundles with one process. Prints a list of verdicts. */
const DRIVER = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
from verify_passport import verify
bundles = json.load(sys.stdin)
print(json.dumps([all(reason is None for _, reason in verify(base64.b64decode(each))) for each in bundles]))
`;

function verdicts(bundles: readonly Buffer[]): boolean[] {
  const input = JSON.stringify(bundles.map((bundle) => bundle.toString('base64')));
  const output = execFileSync('python3', ['-B', '-c', DRIVER, EXAMPLES], { input, maxBuffer: 10_000_000 });
  return JSON.parse(output.toString()) as boolean[];
}

describe.skipIf(!isInstalled)('the verifier in Python', { timeout: 120_000 }, () => {
  test('accepts what we accept', async () => {
    const whole = await Promise.all(Object.values(GOLDEN_INPUTS).map((input) => makeBundle(input)));
    const bare = await Promise.all(Object.values(GOLDEN_INPUTS).map((input) => makeBundle(input, false)));
    expect(verdicts([...whole, ...bare])).toEqual(Array.from({ length: 8 }, () => true));
  });

  test('refuses what we refuse', async () => {
    const bundle = await makeBundle(GOLDEN_INPUTS.medium);
    const changed = Array.from({ length: 300 }, (_, index) => {
      const copy = Buffer.from(bundle);
      copy[Math.floor((index * bundle.length) / 300)]! ^= 1 << (index % 7);
      return copy;
    });
    const hostile = ['', '[]', '{}', '{"a":1.5}', '['.repeat(100_000), '{"proof":NaN}', '"\\ud800"'].map((text) =>
      Buffer.from(text),
    );
    const all = [...changed, ...hostile];
    expect(verdicts(all)).toEqual(all.map((each) => verifyBundle(each, { replay: false }).ok));
    expect(verdicts(all)).not.toContain(true);
  });

  test('prints its checks and exits with 1 if one fails', async () => {
    const file = join(folder, 'bundle.json');
    const verify = (...args: string[]): { status: number | null; stdout: string } =>
      spawnSync('python3', ['-B', join(EXAMPLES, 'verify_passport.py'), file, ...args], { encoding: 'utf8' });
    const bundle = await makeBundle(GOLDEN_INPUTS.minimal);
    writeFileSync(file, bundle);
    expect(verify(SAMPLE_KEY.publicKey.toString('base64'))).toMatchObject({ status: 0 });
    const other = verify(Buffer.alloc(32).toString('base64'));
    expect(other.status).toBe(1);
    expect(other.stdout).toContain(
      'signature: ok\nqr: ok\ntrusted_key: FAILED, the passport was signed with another key',
    );
    writeFileSync(file, bundle.toString().replace('"sku":"SKU-123"', '"sku":"SKU-124"'));
    expect(verify()).toMatchObject({ status: 1, stdout: expect.stringContaining('facts: FAILED') as string });
  });
});
