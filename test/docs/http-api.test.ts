import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/store.js';
import { blocksOf, typed } from './staging/page.js';
import { missingLines } from './staging/shown.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAIN = join(ROOT, 'dist/cli/main.js');
const BETWEEN_BLOCKS = '=== the next block ===';

// Not in the workshop of the other guides: that runs one command after the other, and these pages have a server in the background.
test.each(['http-api', 'mcp'])('the commands of the guide %s work and print what it shows', async (name) => {
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'casparian'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
  const blocks = await blocksOf(`docs/guides/${name}.md`);
  const run = blocks.filter((block) => typed(block) !== undefined);
  await mkdir(join(folder, 'node_modules'));
  await symlink(ROOT, join(folder, 'node_modules/casparian'));
  await symlink(join(ROOT, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder, CASPARIAN_HOME: join(folder, 'home') };
  const script = run.map((block) => `${typed(block)}\necho '${BETWEEN_BLOCKS}'`).join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], { cwd: folder, env, timeout: 110_000 });
  const said = stdout.split(`${BETWEEN_BLOCKS}\n`);
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1];
    if (block.language !== 'text' || before?.language !== 'sh') continue;
    expect(missingLines(block.text, said[run.indexOf(before)] ?? '')).toEqual([]);
  }
});
