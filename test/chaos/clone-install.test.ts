import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../../src/platform/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

test('a clone is installed and built without any install script, and runs jobs', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'casparian-clone-'));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  // As they are now, also if they are not committed yet.
  const { stdout: files } = await run('git', ['ls-files', '-z', '--deduplicate'], { cwd: ROOT, maxBuffer: 2 ** 24 });
  for (const name of files.split('\0').filter((file) => file !== '')) await cp(join(ROOT, name), join(clone, name));
  const env = { ...process.env, CASPARIAN_HOME: join(clone, 'home') };
  const call = (program: string, ...args: string[]): Promise<{ stdout: string }> =>
    run(program, args, { cwd: clone, env, maxBuffer: 2 ** 24 });
  await call('npm', 'ci', '--ignore-scripts', '--prefer-offline');
  await call('npm', 'run', 'build');
  expect((await call(process.execPath, 'dist/cli/main.js', '--version')).stdout).toBe(`${VERSION}\n`);
  const task = await call(process.execPath, 'dist/cli/main.js', 'task', 'run', '--json', '--', 'true');
  expect(JSON.parse(task.stdout)).toMatchObject({ status: 'completed' });
});
