import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';
import { SetupError } from './error.mjs';

const installLimitMs = 10 * 60_000;

/** Installs the packages of the lock file; returns within milliseconds if they are already installed. */
export async function installPackages() {
  if (matchesLockFile()) return;
  const result = await run('npm', ['ci'], {
    label: 'installing packages (npm ci, about 15 s)',
    timeoutMs: installLimitMs,
  });
  if (result.ok) return;
  throw new SetupError({
    what: 'npm ci failed.',
    why: `npm reported:\n${tail(result.output)}`,
    next: 'check that the npm registry can be reached, and run this again.',
  });
}

/** Packages that were installed by hand (with `npm install <name>`) are not installed again. */
function matchesLockFile() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true;
    const present = installed[path];
    if (!present) return Boolean(optional || devOptional);
    return present.version === version && present.integrity === integrity && existsSync(join(root, path));
  });
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}
