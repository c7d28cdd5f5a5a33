import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../setup/root.mjs';
import { run, tail } from '../setup/run.mjs';
import { pythonTool } from '../setup/python-tools.mjs';
import { installFromDebian, unpackedFromDebian } from './debian.mjs';

const installs = join(root, '.cache', 'pythons', 'uv');
const downloadLimitMs = 3 * 60_000;

/**
 * Returns `{ path, origin }` of an interpreter of this version, or `{ obstacles }`. It may be on the machine; otherwise it
 * is downloaded into .cache, as a build that uv knows or from the packages of a Debian release.
 */
export async function obtainInterpreter(version) {
  const here = [...onPath(version), ...inPyenv(version), ...downloaded(version), ...unpackedFromDebian(version)];
  const found = here.find(({ path }) => runs(path, version));
  if (found !== undefined) return found;
  const obstacles = [];
  for (const install of [installWithUv, installFromDebian]) {
    const { path, origin, obstacle } = await install(version);
    if (obstacle === undefined && runs(path, version)) return { path, origin };
    obstacles.push(obstacle ?? `${path} does not run`);
  }
  return { obstacles };
}

/** A shim of pyenv is on the PATH for every installed version, but runs only those that are chosen. */
function runs(path, version) {
  const print = "import sys, ssl, ctypes, sqlite3; print('%d.%d' % sys.version_info[:2])";
  try {
    const printed = execFileSync(path, ['-c', print], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return printed.trim() === version;
  } catch {
    return false;
  }
}

function onPath(version) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '');
  const paths = folders.map((each) => join(each, `python${version}`));
  return paths.filter((path) => existsSync(path)).map((path) => ({ path, origin: 'PATH' }));
}

function inPyenv(version) {
  const folder = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions');
  return interpretersIn(folder, `${version}.`, version).map((path) => ({ path, origin: 'pyenv' }));
}

function downloaded(version) {
  return interpretersIn(installs, `cpython-${version}.`, version).map((path) => ({ path, origin: 'uv' }));
}

function interpretersIn(folder, prefix, version) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
  return names.map((name) => join(folder, name, 'bin', `python${version}`)).filter((path) => existsSync(path));
}

/** The builds that uv downloads come from a host that some networks block. */
async function installWithUv(version) {
  const result = await run(pythonTool('uv'), ['python', 'install', '--no-bin', '--install-dir', installs, version], {
    label: `downloading Python ${version} with uv`,
    timeoutMs: downloadLimitMs,
    env: { UV_HTTP_RETRIES: '0' },
  });
  const [found] = downloaded(version);
  return found ?? { obstacle: `uv could not download it:\n${tail(result.output, 4)}` };
}
