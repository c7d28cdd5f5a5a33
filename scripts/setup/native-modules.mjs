import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';
import { SetupError } from './error.mjs';

const buildLimitMs = 15 * 60_000;
const openDatabase = "new (require('better-sqlite3'))(':memory:').prepare('select 1').get()";

/**
 * Runs the install scripts of the packages. better-sqlite3 downloads a prebuilt binary if possible; otherwise it compiles
 * itself, which takes about 85 s on two cores.
 */
export async function buildNativeModules() {
  const built = await run('npm', ['rebuild'], {
    label: 'building better-sqlite3 (seconds if its prebuilt binary can be fetched, else about 90 s)',
    timeoutMs: buildLimitMs,
    env: buildEnvironment(),
  });
  if (built.ok && nativeModulesLoad()) return;

  // A downloaded binary may not work on this machine (another libc, another Node); a compiled one does.
  const compiled = await run('npm', ['rebuild', 'better-sqlite3', '--build-from-source'], {
    label: 'compiling better-sqlite3 from source (about 90 s)',
    timeoutMs: buildLimitMs,
    env: buildEnvironment(),
  });
  if (compiled.ok && nativeModulesLoad()) return;
  throw new SetupError({
    what: 'better-sqlite3, the SQLite module, could not be built.',
    why: `${missingBuildTools() ?? 'the compilation failed'}:\n${tail(compiled.output)}`,
    next:
      'install a C++ compiler, make and python3 (Debian: apt-get install build-essential python3) and the Node ' +
      'headers (Debian: libnode-dev; official Node archives bring them), and run this again.',
  });
}

/** In a subprocess: a module for another Node would stay loaded or crash this process. */
export function nativeModulesLoad() {
  return spawnSync(process.execPath, ['-e', openDatabase], { cwd: root, stdio: 'ignore' }).status === 0;
}

/**
 * Node's headers, if they are installed with this Node. Otherwise node-gyp downloads them, which fails on a machine that
 * can reach only a package registry.
 */
export function buildEnvironment() {
  const prefix = headersPrefix();
  return prefix === undefined ? {} : { npm_config_nodedir: prefix };
}

function headersPrefix() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return existsSync(join(prefix, 'include', 'node', 'node.h')) ? prefix : undefined;
}

function missingBuildTools() {
  const missing = ['make', 'c++', 'python3'].filter((tool) => spawnSync(tool, ['--version']).error);
  if (headersPrefix() === undefined) missing.push('the Node headers beside the running Node');
  return missing.length > 0 ? `missing ${missing.join(', ')}` : undefined;
}
