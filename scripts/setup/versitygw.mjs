import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from './debian-package.mjs';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';

const version = 'v1.8.0';

/**
 * Compiles an S3 server that keeps its objects on disk, for `test:chaos`: up to 17 minutes at low priority, once. If this fails, tests that
 * restart the server are skipped with a warning.
 */
export async function installVersitygw() {
  const folder = join(root, '.cache', 'tools', 'versitygw', 'bin');
  if (existsSync(join(folder, 'versitygw'))) return;
  if (!onPath('go')) return warn('this machine has no Go.');
  const wanted = `github.com/versity/versitygw/cmd/versitygw@${version}`;
  const result = await run('nice', ['-n', '19', 'go', 'install', wanted], {
    label: 'compiling versitygw (for test:chaos, up to 17 min, once)',
    ...{ timeoutMs: 30 * 60_000, env: { GOBIN: folder, GOFLAGS: '-p=1' } },
  });
  if (!result.ok) warn(tail(result.output, 6));
}

function warn(obstacle) {
  console.warn(`set-up: versitygw is not installed, so NO S3 SERVER IS RESTARTED in tests: ${obstacle}`);
}
