import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDuckDb } from '../../../src/datasets/duckdb/open-duckdb.js';

test('what does not fit into memory goes to a folder that is removed at the end', async () => {
  const { connection, close } = await openDuckDb();
  const setting = async (name: string): Promise<unknown> =>
    (await connection.runAndReadAll(`SELECT current_setting('${name}')`)).getRows()[0]?.[0];
  const folder = String(await setting('temp_directory'));
  expect(dirname(folder)).toBe(tmpdir());
  expect(await setting('TimeZone')).toBe('UTC');
  for (const name of ['autoinstall_known_extensions', 'autoload_known_extensions', 'allow_community_extensions']) {
    expect([name, await setting(name)]).toEqual([name, false]);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'spilled'), '');
  await close();
  expect(existsSync(folder)).toBe(false);
});

test('each has a folder of its own', async () => {
  const opened = [await openDuckDb(), await openDuckDb()];
  const folders = [];
  for (const { connection, close } of opened) {
    folders.push((await connection.runAndReadAll("SELECT current_setting('temp_directory')")).getRows()[0]?.[0]);
    await close();
  }
  expect(new Set(folders).size).toBe(2);
});
