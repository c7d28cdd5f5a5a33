import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { casparianBatch, jsonOf } from '../casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from '../store.js';

const MINIMAL = fileURLToPath(new URL('../../../examples/passport/minimal', import.meta.url));

type Json = Record<string, string | number | null>;

describe.each(COMMAND_STORES)('a passport step by step on %s', (kind) => {
  test('product, document, rules, snapshot, compile, activate, qr, replay, show, revoke', async () => {
    const { flags } = await freshStore(kind);
    const work = await temporaryFolder();
    const run = async (...args: string[]) => (await casparianBatch([[...args, ...flags]], { cwd: work }))[0]!;
    const json = async <T = Json>(...args: string[]): Promise<T> => {
      const { code, json: value } = jsonOf<T>(await run('passport', ...args, '--json'));
      expect([args.join(' '), code, value]).toEqual([args.join(' '), 0, value]);
      return value;
    };
    const product = await json('product', 'add', 'LMT-36', 'E-bike battery 36 V');
    expect(product).toEqual({
      ...{ battery_product_id: expect.any(String) as string, sku: 'LMT-36', name: 'E-bike battery 36 V' },
      ...{ passport_id: expect.any(String) as string, current_passport_version_id: null, serial: null },
      ...{ life: 'IN_USE', end_reason: null, ended_at: null, successor: null, predecessor: null, operator: null },
      ...{ statements: 0, created_at: expect.any(String) as string },
    });
    expect(await json('product', 'add', 'LMT-36', 'E-bike battery 36 V')).toEqual(product);
    expect(await json<Json[]>('product', 'list')).toHaveLength(1);

    const document = await json('documents', 'add', join(MINIMAL, 'bom.json'), '--kind', 'bom');
    expect(document).toMatchObject({ status: 'VALIDATED', kind: 'BOM', version: 1, fact_count: 3 });
    const part = String(document['document_version_id']).slice(-8);
    const shown = await json<Json & { facts: Json[] }>('documents', 'show', part);
    expect(shown.facts.map((fact) => fact['fact_type']).sort()).toEqual(['BOM', 'BOM', 'Battery']);
    const content = await run('passport', 'documents', 'show', part, '--content');
    expect(content.stdout).toBe(await readFile(join(MINIMAL, 'bom.json'), 'utf8'));
    expect(await json<Json[]>('facts', 'list', '--type', 'BOM', '--key', 'bom:LMT-36:CELL')).toHaveLength(1);

    const rules = await json('rules', 'add', 'bike', join(MINIMAL, 'battery.rules'));
    expect(rules).toMatchObject({ name: 'bike', version: 1, status: 'VALIDATED', test_run: { passed_count: 601 } });
    expect(await json('rules', 'publish', 'bike')).toMatchObject({ status: 'PUBLISHED' });

    const snapshot = await json('snapshot', 'build', '--document', part, '--label', 'first');
    expect(snapshot).toMatchObject({ status: 'READY', fact_count: 3, label: 'first' });
    const id = String(snapshot['snapshot_id']);
    expect(await json('snapshot', 'seal', id.slice(-8))).toMatchObject({ status: 'SEALED' });
    expect((await run('passport', 'snapshot', 'seal', id)).stderr).toContain('SNAPSHOT_SEALED');
    expect((await json<{ facts: Json[] }>('snapshot', 'show', id)).facts).toHaveLength(3);

    const version = await json('compile', 'LMT-36', '--snapshot', id, '--rules', 'bike');
    expect(version).toMatchObject({ status: 'SIGNED', snapshot_id: id });
    expect(await json('sign', 'LMT-36')).toEqual(version);
    expect(await json('activate', 'LMT-36')).toMatchObject({ status: 'ACTIVE' });
    expect((await run('passport', 'activate', 'LMT-36')).code).toBe(3);

    const image = join(work, 'qr.png');
    expect(await json('qr', 'LMT-36', '--output', image)).toEqual({
      ...{ passport_version_id: version['passport_version_id'], qr_payload: version['qr_payload'], qr_png: image },
    });
    expect((await readFile(image)).subarray(1, 4).toString()).toBe('PNG');
    const link = ['qr', 'LMT-36', '--link', 'https://id.example.com', '--gtin', '04012345000009', '--serial', '7'];
    expect(await json(...link)).toMatchObject({ qr_payload: 'https://id.example.com/01/04012345000009/21/7' });
    expect(await run('passport', 'qr', 'LMT-36', '--gtin', '04012345000009')).toMatchObject({ code: 2 });

    expect(await json('replay', 'LMT-36')).toMatchObject({ ok: true, payload_hash: version['payload_hash'] });
    const whole = await json<{ payload: { fields: object } }>('show', 'LMT-36', '--output', join(work, 'files'));
    expect(whole.payload.fields).toMatchObject({ battery: { mass: { unit: 'kg', value: '3.250000' } } });
    expect((await run('passport', 'verify', join(work, 'files', 'bundle.json'))).code).toBe(0);
    const text = await run('passport', 'show', 'LMT-36');
    expect(text.stdout).toContain('battery.mass                  3.25 kg');

    expect(await json('rules', 'deprecate', 'bike')).toMatchObject({ status: 'DEPRECATED' });
    const refused = await run('passport', 'compile', 'LMT-36', '--snapshot', id, '--rules', 'bike');
    expect(refused.stderr).toContain('RULE_PKG_NOT_PUBLISHED');
    expect(await json('rules', 'retire', 'bike')).toMatchObject({ status: 'RETIRED' });
    expect((await json<Json[]>('rules', 'list')).map((one) => one['status'])).toEqual(['RETIRED']);
    expect(await json('revoke', 'LMT-36', '--reason', 'recalled')).toMatchObject({ status: 'REVOKED' });
    expect(await json<Json[]>('list', 'LMT-36')).toHaveLength(1);
    expect(await json<Json[]>('snapshot', 'list')).toHaveLength(1);
    expect(await json<Json[]>('documents', 'list')).toHaveLength(1);
  });

  test('another tenant sees and references nothing', async () => {
    const { flags } = await freshStore(kind);
    const run = async (...args: string[]) => (await casparianBatch([['passport', ...args, ...flags]]))[0]!;
    const { json: built } = jsonOf<Json>(await run('build', MINIMAL, '--json', '--output', await temporaryFolder()));
    const theirs = ['--tenant', 'other'];
    for (const list of ['list', 'product list', 'documents list', 'facts list', 'snapshot list', 'rules list']) {
      expect(jsonOf<Json[]>(await run(...list.split(' '), '--json', ...theirs)).json).toEqual([]);
    }
    const id = String(built['passport_version_id']);
    const touching = [['show'], ['activate'], ['replay'], ['qr'], ['revoke', '--reason', 'x'], ['sign']];
    for (const [command, ...more] of touching) {
      expect((await run(command!, id, ...more, ...theirs)).stderr).toContain('NOT_FOUND');
    }
  });

  test('rejected documents and rules: every reason with its place, and the exit code 1', async () => {
    const { flags } = await freshStore(kind);
    const work = await temporaryFolder();
    const run = async (...args: string[]) =>
      (await casparianBatch([['passport', ...args, ...flags]], { cwd: work }))[0]!;
    await writeFile(join(work, 'pcf.json'), '{"document": "PCF",\n "sku": "A:1", "total_gco2e": "much"}');
    const rejected = await run('documents', 'add', 'pcf.json', '--kind', 'PCF');
    expect(rejected.code).toBe(1);
    expect(rejected.stdout).toMatch(
      /Rejected, because:\n {2}2:9 {2}sku must not contain a colon {2}\(\/sku\)\n {2}2:31 /,
    );
    expect((await run('documents', 'add', 'none.json', '--kind', 'PCF')).code).toBe(3);
    await writeFile(join(work, 'few.rules'), 'field a: Int = 1;\nexample one: {} => expect(a, == 1);;');
    const few = await run('rules', 'add', 'few', 'few.rules');
    expect([few.code, few.stdout]).toEqual([1, 'few version 1 is DRAFT: 1 of 1 cases passed\n']);
    expect((await run('rules', 'publish', 'few')).stderr).toContain('RULE_TESTS_FAILED');
  });
});

test('each step prints what it made and names the next one', async () => {
  const { flags } = await freshStore('sqlite');
  const run = async (...args: string[]) => (await casparianBatch([['passport', ...args, ...flags]]))[0]!;
  const unknown = await run('show', 'NOPE');
  expect(unknown.stderr).toContain('Next: List them: casparian passport list');
  await run('product', 'add', 'LMT-36', 'E-bike battery 36 V');
  const empty = await run('show', 'LMT-36');
  expect(empty.stderr).toContain("The passport of 'LMT-36' has no version yet");
  expect(empty.stderr).toContain('casparian passport build');
  const added = await run('documents', 'add', join(MINIMAL, 'bom.json'), '--kind', 'BOM');
  const document = next(added.stderr, /^Use its facts: casparian passport snapshot build --document (\S+)$/m);
  const ready = await run('snapshot', 'build', '--document', document);
  const snapshot = next(ready.stderr, /^Seal it: casparian passport snapshot seal (\S+)$/m);
  const sealed = await run('snapshot', 'seal', snapshot);
  expect(sealed.stderr).toContain(`Compile it: casparian passport compile SKU --snapshot ${snapshot} --rules NAME`);
  await run('rules', 'add', 'bike', join(MINIMAL, 'battery.rules'));
  await run('rules', 'publish', 'bike');
  const compiled = await run('compile', 'LMT-36', '--snapshot', snapshot, '--rules', 'bike');
  expect(compiled.stdout).toMatch(/^✓ LMT-36: SIGNED\n\nversion/);
  expect(compiled.stderr).toContain('Activate it: casparian passport activate LMT-36');
  expect((await run('sign', 'LMT-36')).stderr).toContain('It was signed already. Nothing was done.');
  const activated = await run('activate', 'LMT-36');
  expect(activated.stdout).toMatch(/^✓ LMT-36: ACTIVE\n/);
  expect(activated.stderr).not.toContain('Activate it');
});

function next(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? expect.fail(`no ${pattern} in ${text}`);
}
