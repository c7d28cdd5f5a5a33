import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = new URL('../../../scripts/setup/debian-package.mjs', import.meta.url).href;
const PROGRAM = `process.getuid = () => 0;
const { installDebianPackage } = await import('${MODULE}');
for (const name of ['one', 'two']) console.log('obstacle: ' + (await installDebianPackage(name, name)));`;

test('packages share one update of the list, and each says why it could not be downloaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casparian-apt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const calls = join(folder, 'calls');
  const apt = join(folder, 'apt-get');
  await writeFile(apt, `#!/bin/sh\nfor last; do :; done\necho "$1 $last" >> '${calls}'\n[ "$1" = update ]\n`);
  await chmod(apt, 0o755);
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: folder } });
  const [update, ...downloads] = (await readFile(calls, 'utf8')).trimEnd().split('\n');
  expect(update).toMatch(/^update /);
  expect(downloads).toEqual(['install one', 'install two']);
  expect(stdout.match(/obstacle: apt-get could not download it/g)).toHaveLength(2);
});
