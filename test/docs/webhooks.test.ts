import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/store.js';
import { blocksOf } from './staging/page.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

// Not in the workshop of the other guides: that runs one command after the other, and this page has one in the background.
test('the commands of the guide about webhooks work', async () => {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'casparian'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
  const blocks = (await blocksOf('docs/guides/webhooks.md')).filter(({ language }) => language === 'sh');
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder, CASPARIAN_HOME: join(folder, 'home') };
  const script = blocks.map(({ text }) => text).join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], { cwd: folder, env, timeout: 110_000 });
  expect(stdout).toMatch(/secret +whsec_/);
  expect(stdout).toMatch(/job\.completed +delivered +1 +204/);
  expect(stdout).toMatch(/job\.completed \S+ verified/);
});
