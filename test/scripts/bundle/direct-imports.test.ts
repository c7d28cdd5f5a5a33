import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/store.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Prints the name of each file that Node loads. */
const LOADER = `data:text/javascript,${encodeURIComponent(
  'export async function load(url, context, next) { process._rawDebug(url); return next(url, context); }',
)}`;

test('a short command does not load Arrow, readers or the rules of passports', async () => {
  const home = await temporaryFolder();
  const args = ['--loader', LOADER, 'dist/cli/main.js', 'jobs', '--home', home];
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'));
  expect(loaded.length).toBeGreaterThan(10);
  const unwanted = /^\/\/ (?:node_modules\/apache-arrow|src\/tables\/delimited|src\/passport\/rules)\//m;
  const texts = await Promise.all(loaded.map((url) => readFile(fileURLToPath(url), 'utf8')));
  expect(loaded.filter((_, index) => unwanted.test(texts[index]!))).toEqual([]);
});
