import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DUCKDB_VERSION, duckDbPlatform, extensionPath } from '../../../src/datasets/index.js';
import { installExtension } from '../../../src/operations/index.js';
import { HTTPFS, httpfsInstalled } from '../../pipeline/buckets/bucket-place.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casparian-extensions-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const install = (from: string | undefined, env: Record<string, string> = {}, name = 'httpfs') =>
  installExtension({ name, from, extensions: join(folder, 'extensions'), env });

test('the known version is the one in package.json', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies['@duckdb/node-bindings']).toMatch(new RegExp(`^${DUCKDB_VERSION}(-|$)`));
});

test('the names of platforms are those of DuckDB', () => {
  expect(duckDbPlatform({ platform: 'linux', arch: 'x64' })).toBe('linux_amd64');
  expect(duckDbPlatform({ platform: 'darwin', arch: 'arm64' })).toBe('osx_arm64');
  expect(duckDbPlatform({ platform: 'win32', arch: 'x64' })).toBe('windows_amd64');
});

test('an extension that is not known is refused', async () => {
  await expect(install(folder, {}, 'spatial')).rejects.toMatchObject({ code: 'EXTENSION_UNKNOWN' });
});

test('a folder without the extension, and one with another file, are refused, and nothing is installed', async () => {
  const [empty, wrong] = [join(folder, 'empty'), join(folder, 'wrong')];
  await mkdir(empty);
  await mkdir(wrong);
  await expect(install(empty)).rejects.toMatchObject({ code: 'EXTENSION_UNAVAILABLE' });
  await writeFile(join(wrong, 'httpfs.duckdb_extension'), 'not DuckDB');
  await expect(install(wrong)).rejects.toMatchObject({ code: 'EXTENSION_INVALID' });
  await expect(stat(extensionPath(join(folder, 'extensions'), 'httpfs'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a wheel that is no archive is refused', async () => {
  const wheels = join(folder, 'wheels');
  await mkdir(wheels);
  const tags = [
    'manylinux2014_x86_64',
    'manylinux2014_aarch64',
    'macosx_11_0_arm64',
    'macosx_11_0_x86_64',
    'win_amd64',
  ];
  for (const tag of tags) {
    await writeFile(join(wheels, `duckdb_extension_httpfs-${DUCKDB_VERSION}-py3-none-${tag}.whl`), 'no archive');
  }
  await expect(install(wheels)).rejects.toMatchObject({ code: 'EXTENSION_INVALID' });
});

test('without uv and Python, it says what to do', async () => {
  await expect(install(undefined, { PATH: folder })).rejects.toMatchObject({
    code: 'EXTENSION_UNAVAILABLE',
    why: 'It is a package of the Python package index, and neither uv nor Python is on the PATH.',
  });
});

describe.skipIf(!httpfsInstalled())('from a folder with the extension', () => {
  test('it is installed once', async () => {
    const from = join(folder, 'good');
    await mkdir(from);
    await copyFile(HTTPFS, join(from, 'httpfs.duckdb_extension'));
    const installed = await install(from);
    expect(installed).toMatchObject({ name: 'httpfs', duckdbVersion: DUCKDB_VERSION, installed: true });
    expect((await stat(installed.path)).size).toBeGreaterThan(1_000_000);
    expect(await install(from)).toMatchObject({ installed: false });
  });
});
