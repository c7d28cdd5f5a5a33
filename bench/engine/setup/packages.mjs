import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BENCH = fileURLToPath(new URL('../..', import.meta.url));
const STAMP = join(BENCH, 'node_modules', '.installed-for');

/** `npm ci` in bench/, once for each lock file and Node version. */
export function installPeers(log) {
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  log('installing the peers (npm ci in bench/; compiling better-sqlite3 takes a minute or two)');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: BENCH,
    env: { ...process.env, ...headersBesideNode() },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(STAMP, wanted);
}

function fingerprint() {
  const lock = readFileSync(join(BENCH, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.version} ${process.arch}`;
}

/** Native modules are built with the headers of this Node, so they need not be downloaded. */
function headersBesideNode() {
  const root = dirname(dirname(process.execPath));
  return existsSync(join(root, 'include', 'node', 'node.h')) ? { npm_config_nodedir: root } : {};
}
