import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyBundle } from '../../../src/passport/bundle/verify-bundle.js';
import {
  checkStatus,
  EXPORT_FORMATS,
  localSigner,
  verifyCredential,
  verifyExcerpt,
  verifyHistory,
} from '../../../src/passport/index.js';
import { statusListBytes } from '../../../src/passport/status-list/status-list.js';
import { exampleView } from '../exports/compiled-example.js';
import { GOLDEN_INPUTS } from '../golden/inputs.js';
import { makeBundle, SAMPLE_KEY } from '../golden/passport.js';
import { movedHistory, NEW_KEY } from '../history/moved-history.js';
import { SAMPLE_INPUT } from '../sample.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples/passport', import.meta.url));

const isInstalled = spawnSync('python3', ['--version']).status === 0;
if (!isInstalled) console.warn('SKIPPED: python3 is missing, so the verifier in Python is not tested');

const folder = mkdtempSync(join(tmpdir(), 'casparian-python-verifier-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Verifies many files with one process. Prints a list of verdicts. */
const DRIVER = `
import base64, json, sys
sys.path.insert(0, sys.argv[1])
if sys.argv[2] == 'without packages':
    sys.modules['cryptography'] = None
from verify_passport import verify
files = json.load(sys.stdin)
print(json.dumps([all(reason is None for _, reason in verify(base64.b64decode(each))) for each in files]))
`;

function verdicts(files: readonly Buffer[], packages = 'with packages'): boolean[] {
  const input = JSON.stringify(files.map((file) => file.toString('base64')));
  const output = execFileSync('python3', ['-B', '-c', DRIVER, EXAMPLES, packages], { input, maxBuffer: 10_000_000 });
  return JSON.parse(output.toString()) as boolean[];
}

function verifyWith(...args: string[]): { status: number | null; stdout: string } {
  return spawnSync('python3', ['-B', join(EXAMPLES, 'verify_passport.py'), ...args], { encoding: 'utf8' });
}

/** Copies with one changed bit each, evenly spread. */
function changedCopies(file: Buffer, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const copy = Buffer.from(file);
    copy[Math.floor((index * file.length) / count)]! ^= 1 << (index % 7);
    return copy;
  });
}

describe.skipIf(!isInstalled)('the verifier in Python', { timeout: 120_000 }, () => {
  test('accepts what we accept, with and without the package cryptography', async () => {
    const whole = await Promise.all(Object.values(GOLDEN_INPUTS).map((input) => makeBundle(input)));
    const bare = await Promise.all(Object.values(GOLDEN_INPUTS).map((input) => makeBundle(input, false)));
    const all = [...whole, ...bare, ...(await otherFiles()).map(({ file }) => file)];
    for (const packages of ['with packages', 'without packages']) {
      expect(verdicts(all, packages)).toEqual(all.map(() => true));
    }
  });

  test('refuses what we refuse', async () => {
    const bundle = await makeBundle(GOLDEN_INPUTS.medium);
    const hostile = ['', '[]', '{}', '{"a":1.5}', '['.repeat(100_000), '{"proof":NaN}', '"\\ud800"'].map((text) =>
      Buffer.from(text),
    );
    const all = [...changedCopies(bundle, 300), ...hostile];
    expect(verdicts(all)).toEqual(all.map((each) => verifyBundle(each, { replay: false }).ok));
    expect(verdicts(all)).not.toContain(true);
  });

  test('refuses changed histories, excerpts, credentials and status lists, like us', async () => {
    const changed = (await otherFiles()).flatMap(({ file, isValid }) =>
      changedCopies(file, 40).map((copy) => ({ copy, expected: isValid(copy) })),
    );
    expect(verdicts(changed.map(({ copy }) => copy))).toEqual(changed.map(({ expected }) => expected));
    expect(changed.filter(({ expected }) => expected)).toEqual([]);
    // Without the package, a few of each: every signature takes longer.
    const few = changed.filter((_, index) => index % 8 === 0).map(({ copy }) => copy);
    expect(verdicts(few, 'without packages')).not.toContain(true);
  });

  test('prints its checks and exits with 1 if one fails', async () => {
    const file = join(folder, 'bundle.json');
    const bundle = await makeBundle(GOLDEN_INPUTS.minimal);
    writeFileSync(file, bundle);
    expect(verifyWith(file, SAMPLE_KEY.publicKey.toString('base64'))).toMatchObject({ status: 0 });
    const other = verifyWith(file, Buffer.alloc(32).toString('base64'));
    expect(other.status).toBe(1);
    expect(other.stdout).toContain(
      'signature: ok\nqr: ok\ntrusted_key: FAILED, the passport was signed with another key',
    );
    writeFileSync(file, bundle.toString().replace('"sku":"SKU-123"', '"sku":"SKU-124"'));
    expect(verifyWith(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('facts: FAILED') as string });
  });

  test('checks a passport together with its history and a status list', async () => {
    const path = (name: string): string => join(folder, name);
    writeFileSync(path('passport.json'), await makeBundle(GOLDEN_INPUTS.minimal));
    writeFileSync(path('history.json'), movedHistory());
    writeFileSync(path('kept.json'), await statusList(false));
    writeFileSync(path('revoked.json'), await statusList(true));
    const key = SAMPLE_KEY.publicKey.toString('base64');
    const kept = verifyWith(
      path('passport.json'),
      key,
      '--history',
      path('history.json'),
      '--status-list',
      path('kept.json'),
    );
    expect(kept.stdout).toContain(
      'operators: ok\nbundle: ok\nstatus_list: ok\nstatus_signature: ok\nstatus_time: ok\nstatus: ok',
    );
    expect(kept.status).toBe(0);
    const revoked = verifyWith(path('passport.json'), '--status-list', path('revoked.json'));
    expect(revoked).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('status: FAILED, the version is revoked') as string,
    });
    const foreign = verifyWith(
      path('passport.json'),
      '--status-list',
      path('kept.json'),
      '--status-key',
      NEW_KEY.publicKey.toString('base64'),
    );
    expect(foreign.stdout).toContain('status_signature: FAILED, the list was signed with another key');
    // The history begins with the key of the first operator.
    expect(verifyWith(path('history.json'), NEW_KEY.publicKey.toString('base64')).stdout).toContain(
      'operators: FAILED',
    );
  });
});

interface VerifiedFile {
  readonly file: Buffer;
  readonly isValid: (file: Buffer) => boolean;
}

async function otherFiles(): Promise<VerifiedFile[]> {
  const view = await exampleView('lmt', 'public');
  const signer = () => Promise.resolve(localSigner('dev-key-1', SAMPLE_KEY));
  const exported = async (format: string) => (await EXPORT_FORMATS[format]?.make(view, signer)) as Buffer;
  return [
    { file: movedHistory(), isValid: (file) => verifyHistory(file).ok },
    { file: await exported('excerpt'), isValid: (file) => verifyExcerpt(file).ok },
    { file: await exported('vc'), isValid: (file) => verifyCredential(file).ok },
    { file: await statusList(false), isValid: (file) => checkStatus(file, { now: new Date() }).ok },
  ];
}

function statusList(isSet: boolean): Promise<Buffer> {
  return statusListBytes(
    {
      ...{ address: 'urn:bpc:status-list:default:revocation', purpose: 'revocation', sequence: 1 },
      ...{ validFrom: new Date('2020-01-01T00:00:00Z'), validUntil: new Date('2120-01-01T00:00:00Z') },
      entries: [{ versionId: SAMPLE_INPUT.passportVersionId, index: 9, isSet }],
    },
    localSigner('dev-key-1', SAMPLE_KEY),
  );
}
