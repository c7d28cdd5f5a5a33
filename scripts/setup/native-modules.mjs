import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';
import { SetupError } from './error.mjs';

const buildLimitMs = 15 * 60_000;
const openDatabase = "new (require('better-sqlite3'))(':memory:').prepare('select 1').get()";

/**
 * Runs the packages' install scripts. better-sqlite3 fetches a prebuilt binary when it can, and compiles itself
 * otherwise: about 85 s on two cores.
 */
export async function buildNativeModules() {
  const built = await run('npm', ['rebuild'], {
    label: 'building better-sqlite3 (seconds if its prebuilt binary can be fetched, else about 90 s)',
    timeoutMs: buildLimitMs,
    env: buildEnvironment(),
  });
  if (built.ok && nativeModulesLoad()) return;

  // A prebuilt binary can arrive and still not fit this machine (another libc, another Node); our own compilation does.
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

/** In a process of its own: a module for another Node would otherwise stay loaded, or take this process down. */
export function nativeModulesLoad() {
  return spawnSync(process.execPath, ['-e', openDatabase], { cwd: root, stdio: 'ignore' }).status === 0;
}

/**
 * Node's headers, when they lie beside this Node: without them node-gyp downloads them, which fails on a machine
 * that reaches a package registry and nothing else.
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
