import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const COLUMNS = 10_000;
const ROWS = 20;

/** The CPU seconds of a command and its children: they depend less on what else runs than its time. */
async function cpuSecondsOf(home: string, ...args: string[]): Promise<number> {
  const env = { PATH: process.env['PATH'], HOME: home, CASPARIAN_HOME: home, TIMEFORMAT: '%U %S' };
  const command = ['-c', 'time "$@" > /dev/null 2>&1', 'bash', process.execPath, MAIN, ...args];
  const { stderr } = await promisify(execFile)('bash', command, { env, cwd: home });
  const [user = NaN, system = NaN] = stderr.trim().split(' ').map(Number);
  return user + system;
}

test('a file with 10,000 columns takes about as long in process as in run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wide-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'in'));
  const numbers = Array.from({ length: COLUMNS }, (_, index) => index);
  const lines = [numbers.map((index) => `column_${index}`), ...Array.from({ length: ROWS }, () => numbers)];
  await writeFile(join(folder, 'in', 'wide.csv'), lines.map((line) => line.join(',')).join('\n'));
  const run = await cpuSecondsOf(folder, 'run', 'in/wide.csv', '-o', 'out');
  await cpuSecondsOf(folder, 'scan', 'in', '--auto');
  const processed = await cpuSecondsOf(folder, 'process');
  // It was 4.4 before the search for renamed columns and the footer of the file were made linear.
  expect(processed / run).toBeLessThan(2);
});
