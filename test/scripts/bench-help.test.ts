import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What one starts by hand. The folders `programs` have what these start. */
const STARTED = /^(?!.*(?:node_modules|programs)).*\/(?:run|chain|bulk|simulate)\.(?:mjs|ts)$/;
const BENCHMARKS = readdirSync(`${ROOT}/bench`, { recursive: true, encoding: 'utf8' })
  .filter((path) => STARTED.test(path))
  .map((path) => `bench/${path}`);

test('there are benchmarks', () => expect(BENCHMARKS.length).toBeGreaterThan(8));

test.each(BENCHMARKS)('%s --help prints its usage and measures nothing', async (path) => {
  const node = path.endsWith('.ts') ? ['--import', 'tsx', path] : [path];
  const { stdout } = await promisify(execFile)(process.execPath, [...node, '--help'], { cwd: ROOT, timeout: 20_000 });
  expect(stdout).toMatch(/^Usage: /);
});
