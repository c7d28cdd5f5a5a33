import { spawnSync } from 'node:child_process';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { waitUntil } from '../../services/wait-until.js';
import { casparian, casparianBatch, jsonOf, start } from '../casparian.js';
import { countJobs, freshStore, type Store, COMMAND_STORES, temporaryFolder } from '../store.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples/passport', import.meta.url));
const HEX = /^[0-9a-f]{64}$/;

interface Built {
  passport_id: string;
  passport_version_id: string;
  status: string;
  payload_hash: string;
  proof_root_hash: string;
  receipt_hash: string;
  signing_key_id: string;
  qr_payload: string;
  files: { payload: string; proof: string; receipt: string; qr_png: string; bundle: string };
}

interface Place {
  readonly store: Store;
  readonly folder: string;
  readonly work: string;
  readonly run: (...args: string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>;
  readonly build: (...args: string[]) => Promise<Built>;
}

/** A copy of an example beside an empty store. */
async function place(kind: (typeof COMMAND_STORES)[number], example: string): Promise<Place> {
  const store = await freshStore(kind);
  const work = await temporaryFolder();
  const folder = join(work, example);
  await cp(join(EXAMPLES, example), folder, { recursive: true });
  const run: Place['run'] = async (...args) => {
    const [ended] = await casparianBatch([[...args, ...store.flags]], { cwd: work });
    return ended!;
  };
  const build: Place['build'] = async (...args) => {
    const { code, json } = jsonOf<Built>(await run('passport', 'build', folder, '--json', ...args));
    expect([code, json]).toEqual([0, expect.objectContaining({ status: expect.any(String) as string })]);
    return json;
  };
  return { store, folder, work, run, build };
}

describe.each(COMMAND_STORES)('passport build on %s', (kind) => {
  test('the example ev-pack: the shape of the answer, files that verify, and the same again when nothing changed', async () => {
    const { build, run, work } = await place(kind, 'ev-pack');
    const built = await build();
    expect(built).toEqual({
      passport_id: expect.any(String) as string,
      passport_version_id: expect.any(String) as string,
      status: 'SIGNED',
      payload_hash: expect.stringMatching(HEX) as string,
      proof_root_hash: expect.stringMatching(HEX) as string,
      receipt_hash: expect.stringMatching(HEX) as string,
      signing_key_id: expect.any(String) as string,
      qr_payload: expect.stringMatching(/^BPC1\|pv=.{36}\|ph=.{52}\|pr=.{52}\|rh=.{52}$/) as string,
      files: {
        payload: join(work, 'passports/EV-75-NMC/payload.json'),
        proof: join(work, 'passports/EV-75-NMC/proof.json'),
        receipt: join(work, 'passports/EV-75-NMC/receipt.json'),
        qr_png: join(work, 'passports/EV-75-NMC/qr.png'),
        bundle: join(work, 'passports/EV-75-NMC/bundle.json'),
      },
    });
    const { json } = jsonOf<{ ok: boolean; checks: { name: string; ok: boolean; reason: string }[] }>(
      await run('passport', 'verify', built.files.bundle, '--json'),
    );
    expect(json.ok).toBe(true);
    expect(json.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['signature', 'replay', 'qr']));
    const payload = JSON.parse(await readFile(built.files.payload, 'utf8')) as {
      fields: Record<string, object>;
      compliance: object[];
    };
    const fields = Object.values(payload.fields).flatMap((group) => Object.keys(group));
    expect(fields.length).toBeGreaterThanOrEqual(50);
    expect(payload.compliance).toHaveLength(4);

    expect(await build()).toEqual(built);
    const again = await run('passport', 'build', join(work, 'ev-pack'));
    expect(again.stdout).toContain('EV-75-NMC: SIGNED, unchanged since it was built before');
    expect(jsonOf<object[]>(await run('passport', 'list', 'EV-75-NMC', '--json')).json).toHaveLength(1);
  });

  test('a changed document gives a new version, which supersedes the active one', async () => {
    const { build, run, folder } = await place(kind, 'minimal');
    const first = await build('--activate');
    expect(first.status).toBe('ACTIVE');
    expect(await build('--activate')).toEqual(first);
    const bom = join(folder, 'bom.json');
    await writeFile(bom, (await readFile(bom, 'utf8')).replace('"mass_kg": 3.25,', '"mass_kg": 3.26,'));
    const second = await build('--activate');
    expect(second.passport_id).toBe(first.passport_id);
    expect(second.payload_hash).not.toBe(first.payload_hash);
    const { json } = jsonOf<{ passport_version_id: string; status: string }[]>(await run('passport', 'list', '--json'));
    expect(json.map(({ status }) => status)).toEqual(['SUPERSEDED', 'ACTIVE']);

    const revoked = await run('passport', 'revoke', 'LMT-36', '--reason', 'wrong mass', '--json');
    expect(jsonOf<object>(revoked).json).toMatchObject({ status: 'REVOKED', revoke_reason: 'wrong mass' });
    const third = await build();
    expect(third).toMatchObject({ status: 'SIGNED', payload_hash: second.payload_hash });
    expect(third.passport_version_id).not.toBe(second.passport_version_id);
  });

  test('a build that is killed continues when it is run again, and gives one version', async () => {
    const { store, folder, work, build, run } = await place(kind, 'minimal');
    // Leases of the killed process expire soon.
    const env = { CASPARIAN_LEASE_SECONDS: '1', CASPARIAN_LEASE_RENEW_SECONDS: '0.2' };
    for (let jobs = 1; jobs <= 4; jobs++) {
      const killed = start(['passport', 'build', folder, ...store.flags], { cwd: work, env });
      await waitUntil(async () => (await countJobs(store.engine)) >= jobs || killed.process.exitCode !== null, {
        for: `${jobs} jobs`,
        intervalMs: 2,
      });
      killed.process.kill('SIGKILL');
      await killed.ended;
    }
    const built = await build();
    expect(jsonOf<object[]>(await run('passport', 'list', '--json')).json).toHaveLength(1);
    expect((await run('passport', 'verify', built.files.bundle)).code).toBe(0);
    expect((await run('passport', 'replay', 'LMT-36')).code).toBe(0);
  });

  test('Ctrl-C ends it, and the next one finishes the work', async () => {
    const { store, folder, work, build } = await place(kind, 'minimal');
    const stopped = start(['passport', 'build', folder, ...store.flags], { cwd: work });
    await waitUntil(async () => (await countJobs(store.engine)) >= 1, { for: 'the first job', intervalMs: 2 });
    stopped.process.kill('SIGINT');
    const { code, stderr } = await stopped.ended;
    // A signal that comes after the last job finds nothing to stop.
    if (code !== 0) expect([code, stderr]).toEqual([130, expect.stringContaining('INTERRUPTED')]);
    expect((await build()).status).toBe('SIGNED');
  });

  test('a running worker does the work', async () => {
    const { store, build } = await place(kind, 'minimal');
    const worker = start(['worker', ...store.flags], { env: { CASPARIAN_LOG_FORMAT: 'json' } });
    await worker.line('stderr', /started|ready|Worker/i);
    await build();
    const jobs = await store.engine.jobs({ type: 'COMPILE_PASSPORT' });
    expect(jobs.map(({ status }) => status)).toEqual(['completed']);
    worker.process.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  test('explain: a tree from the field to the place in the document', async () => {
    const { build, run } = await place(kind, 'ev-pack');
    await build();
    const { json } = jsonOf<Tree>(await run('passport', 'explain', 'footprint.per_kwh', 'EV-75-NMC', '--json'));
    expect(json).toMatchObject({
      ...{ kind: 'field', label: 'footprint.per_kwh', value: { unit: 'gCO2e_per_kWh', value: '63500.000000' } },
      children: [
        { kind: 'rule', source: { rule_package: 'ev-pack', version: 1 } },
        {
          ...{ kind: 'fact', label: 'PCF pcf:EV-75-NMC' },
          children: [{ kind: 'document', source: { line: 2, column: 1 } }],
        },
        {
          ...{ kind: 'field', label: 'performance.usable_energy' },
          children: [
            { kind: 'rule' },
            {
              ...{ kind: 'fact', label: 'Battery battery:EV-75-NMC' },
              children: [{ kind: 'document', source: { pointer: '/battery' } }],
            },
          ],
        },
      ],
    });
    const everyNode = (node: Tree): Tree[] => [node, ...node.children.flatMap(everyNode)];
    for (const node of everyNode(json)) {
      expect(Object.keys(node).sort()).toEqual(['children', 'kind', 'label', 'source', 'value']);
    }
    const text = await run('passport', 'explain', 'footprint.per_kwh');
    expect(text.stdout).toContain('   └─ fact Battery battery:EV-75-NMC');
    const wrong = await run('passport', 'explain', 'footprint.per_kw');
    expect(wrong).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Did you mean footprint.per_kwh?') as string,
    });
  });
});

interface Tree {
  kind: string;
  label: string;
  value: unknown;
  source: unknown;
  children: Tree[];
}

const hasPython = spawnSync('python3', ['-c', 'import cryptography']).status === 0;

test.skipIf(!hasPython)('the verifier in Python accepts a built bundle, and refuses a changed one', async () => {
  const { build } = await place('sqlite', 'ev-pack');
  const { files } = await build();
  const program = join(EXAMPLES, 'verify_passport.py');
  expect(spawnSync('python3', ['-B', program, files.bundle]).status).toBe(0);
  await writeFile(files.bundle, (await readFile(files.bundle, 'utf8')).replace('75.500000', '95.500000'));
  expect(spawnSync('python3', ['-B', program, files.bundle]).status).not.toBe(0);
});

test('a development key is created with a warning, also with --json, and only once', async () => {
  const home = await temporaryFolder();
  const call = ['passport', 'build', join(EXAMPLES, 'minimal'), '--home', home, '--json'];
  const first = await casparian(call, { cwd: home });
  expect([first.code, first.stderr]).toEqual([
    0,
    expect.stringMatching(/^Warning: No signing key is configured.*keys signing create\n$/),
  ]);
  expect(await casparian(call, { cwd: home })).toMatchObject({ code: 0, stderr: '' });
  expect((await stat(join(home, 'keys', 'signing.pem'))).mode & 0o777).toBe(0o600);
});

test('after a rotation, a build signs with the new key, and the old passport still verifies', async () => {
  const { build, run, work } = await place('sqlite', 'minimal');
  const first = await build('--output', join(work, 'first'));
  await run('keys', 'signing', 'create', '--id', 'maker-2027');
  const pem = await run('keys', 'signing', 'show');
  await writeFile(join(work, 'maker.pem'), pem.stdout);
  const second = await build();
  expect(second).toMatchObject({ signing_key_id: 'maker-2027', payload_hash: first.payload_hash });
  expect((await run('passport', 'verify', second.files.bundle, '--public-key', join(work, 'maker.pem'))).code).toBe(0);
  expect((await run('passport', 'verify', first.files.bundle)).code).toBe(0);
  expect((await run('passport', 'verify', first.files.bundle, '--public-key', join(work, 'maker.pem'))).code).toBe(1);
});

describe('folders that cannot be built', () => {
  test.each<[string, (folder: string) => Promise<void>, string, RegExp, number]>([
    [
      'with an empty passport.toml',
      (folder) => writeFile(join(folder, 'passport.toml'), ''),
      ...(['PASSPORT_FOLDER_INVALID', /names no documents/, 2] as const),
    ],
    [
      'that is not TOML',
      (folder) => writeFile(join(folder, 'passport.toml'), 'sku = '),
      ...(['PASSPORT_FOLDER_INVALID', /is not TOML/, 2] as const),
    ],
    [
      'with a misspelt name',
      (folder) => edit(join(folder, 'passport.toml'), 'rules =', 'rule ='),
      ...(['PASSPORT_FOLDER_INVALID', /Did you mean rules\?/, 2] as const),
    ],
    [
      'with a missing file',
      (folder) => edit(join(folder, 'passport.toml'), 'bom.json', 'none.json'),
      ...(['INPUT_NOT_FOUND', /none\.json/, 3] as const),
    ],
    [
      'with an unknown kind',
      (folder) => edit(join(folder, 'passport.toml'), '"BOM"', '"BAM"'),
      ...(['VALIDATION_ERROR', /BAM/, 1] as const),
    ],
    [
      'with a document that is rejected',
      (folder) => edit(join(folder, 'bom.json'), '"mass_kg": 3.25', '"mass_kg": -1'),
      ...(['DOCUMENT_REJECTED', /bom\.json:\d+:\d+: .*mass_kg/, 1] as const),
    ],
    [
      'with rules that have an error',
      (folder) => edit(join(folder, 'battery.rules'), 'toQty("kg"', 'toQty("kWh"'),
      ...(['UNIT_MISMATCH', /line/, 1] as const),
    ],
    [
      'with too few cases',
      (folder) => edit(join(folder, 'battery.rules'), 'cases(600)', 'cases(10)'),
      ...(['RULE_TESTS_FAILED', /11 of 11 cases/, 1] as const),
    ],
    [
      'whose facts do not satisfy a rule',
      (folder) => edit(join(folder, 'bom.json'), '"mass_kg": 0.45', '"mass_kg": 4.5'),
      ...(['RULE_ASSERTION_FAILED', /heavier than the battery/, 1] as const),
    ],
  ])('%s', async (_, spoil, code, text, exit) => {
    const { folder, run } = await place('sqlite', 'minimal');
    await spoil(folder);
    const ended = await run('passport', 'build', folder);
    expect(ended.stderr).toContain(`Error [${code}]`);
    expect(ended.stderr).toMatch(text);
    expect(ended.code).toBe(exit);
  });

  test('a folder that does not exist, and a corrected one', async () => {
    const { folder, run, build } = await place('sqlite', 'minimal');
    expect(await run('passport', 'build', `${folder}x`)).toMatchObject({ code: 3 });
    await edit(join(folder, 'bom.json'), '"mass_kg": 0.45', '"mass_kg": 4.5');
    expect((await run('passport', 'build', folder)).code).toBe(1);
    await edit(join(folder, 'bom.json'), '"mass_kg": 4.5', '"mass_kg": 0.4');
    expect((await build()).status).toBe('SIGNED');
  });
});

async function edit(path: string, from: string, to: string): Promise<void> {
  const before = await readFile(path, 'utf8');
  expect(before).toContain(from);
  await writeFile(path, before.replace(from, to));
}
