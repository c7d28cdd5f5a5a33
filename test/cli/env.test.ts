import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casparianBatch } from './casparian.js';
import { freshStore } from './store.js';

const HASH = 'a'.repeat(64);

test('environments are listed and pruned', async () => {
  const { flags } = await freshStore('sqlite');
  const folder = join(flags[1]!, 'environments', HASH);
  await mkdir(folder, { recursive: true });
  const packages = ['numpy', 'pandas', 'pyarrow', 'six'].map((name) => ({ name, version: '1' }));
  const facts = { lockfile_hash: HASH, language: 'python', runtime: '3.11.7', packages, size_bytes: 2 ** 21 };
  const manifest = { ...facts, built_at: '2026-01-01T00:00:00.000Z' };
  await writeFile(join(folder, 'casparian-environment.json'), JSON.stringify(manifest));

  const [table, json, young, dry, pruned, empty] = await casparianBatch([
    ['env', 'list', ...flags],
    ['env', 'list', ...flags, '--json'],
    ['env', 'prune', '--older-than', '1h', ...flags, '--json'],
    ['env', 'prune', '--dry-run', ...flags, '--json'],
    ['env', 'prune', ...flags],
    ['env', 'list', ...flags],
  ]);
  expect(table!.stdout).toMatch(
    /^aaaaaaaaaaaa {2}Python 3\.11\.7 {2}2\.0 MiB {2}(now|\d+ s ago) +– +4: numpy, pandas, pyarrow …$/m,
  );
  expect(JSON.parse(json!.stdout)).toEqual([
    { ...manifest, path: folder, last_used_at: expect.any(String) as string, parsers: [] },
  ]);
  const report = { pruned: [HASH], in_use: [], size_bytes: 2 ** 21, dry_run: true };
  expect(JSON.parse(young!.stdout)).toEqual({ ...report, pruned: [], size_bytes: 0, dry_run: false });
  expect(JSON.parse(dry!.stdout)).toEqual(report);
  expect(pruned).toMatchObject({ code: 0, stdout: `${folder}\n`, stderr: '1 environment (2.0 MiB) deleted.\n' });
  expect(existsSync(folder)).toBe(false);
  expect(empty).toMatchObject({ code: 0, stdout: '', stderr: 'No environments yet.\n' });
});
