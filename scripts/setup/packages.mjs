import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';
import { SetupError } from './error.mjs';
import { buildEnvironment, buildNativeModules, nativeModulesLoad } from './native-modules.mjs';

const installLimitMs = 10 * 60_000;
const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.casparian-setup');

/** Installs the packages of the lock file; returns within milliseconds if they are already installed. */
export async function installPackages() {
  if (readIfExists(stampFile) === stamp() || matchesLockFile()) return;
  await install();
}

/** Compiles native modules, once for these packages and this Node. It is slow, so nothing else waits for it. */
export async function prepareNativeModules() {
  if (readIfExists(stampFile) === stamp()) return;
  if (!nativeModulesLoad()) await buildNativeModules();
  writeFileSync(stampFile, stamp());
}

/** Identifies an installation: the locked versions, and the Node that the native module was compiled for. */
function stamp() {
  const hash = createHash('sha256').update(readIfExists(lockFile) ?? '');
  return hash.update(`${process.version} ${process.platform} ${process.arch}`).digest('hex');
}

async function install() {
  // Install scripts run in the next step, so that a failed compilation differs from a failed download, and does not make
  // npm delete all downloaded packages.
  const command = existsSync(lockFile) ? 'ci' : 'install';
  const result = await run('npm', [command, '--ignore-scripts'], {
    label: `installing packages (npm ${command}, about 15 s)`,
    timeoutMs: installLimitMs,
    env: buildEnvironment(),
  });
  if (result.ok) return;
  throw new SetupError({
    what: `npm ${command} failed.`,
    why: `npm reported:\n${tail(result.output)}`,
    next: 'check that the npm registry can be reached, and run this again.',
  });
}

/**
 * Whether these packages were installed by hand (with `npm install <name>`), so that nothing has to be deleted and compiled
 * again.
 */
function matchesLockFile() {
  const wanted = readPackages(lockFile);
  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true;
    const present = installed[path];
    if (!present) return Boolean(optional || devOptional);
    return present.version === version && present.integrity === integrity && existsSync(join(root, path));
  });
}

function readPackages(path) {
  const text = readIfExists(path);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

function readIfExists(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
