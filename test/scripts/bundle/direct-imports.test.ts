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

test.each([
  ['a short command', ['jobs']],
  ['a worker without jobs', ['worker', '--drain']],
])('%s does not load Arrow, readers, the rules of passports, the demo, the client or BLAKE3', async (_, command) => {
  const home = await temporaryFolder();
  const args = ['--loader', LOADER, 'dist/cli/main.js', ...command, '--home', home];
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  const loaded = stderr.split('\n').filter((line) => line.startsWith('file:'));
  expect(loaded.length).toBeGreaterThan(10);
  const unwanted =
    /^\/\/ (?:node_modules\/apache-arrow|src\/(?:tables\/delimited|passport\/rules|app\/demo|client))\//m;
  const texts = await Promise.all(loaded.map((url) => readFile(fileURLToPath(url), 'utf8')));
  expect(loaded.filter((_url, index) => unwanted.test(texts[index]!))).toEqual([]);
  expect(loaded.filter((url) => url.includes('/blake-hash/'))).toEqual([]);
});
