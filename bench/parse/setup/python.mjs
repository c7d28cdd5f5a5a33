import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REQUIREMENTS = fileURLToPath(new URL('../requirements.txt', import.meta.url));
const ENVIRONMENT = fileURLToPath(new URL('../../.cache/python/parse', import.meta.url));
const STAMP = join(ENVIRONMENT, 'made-for');

/** The Python of all cases: an environment that is created again when its packages change. */
export function installPython(log) {
  const wanted = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  if (!existsSync(interpreterOf(ENVIRONMENT)) || !existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
    log('creating the Python environment of the peers (about a minute)');
    make(wanted);
  }
  return interpreterOf(ENVIRONMENT);
}

/** The versions of Python and of what it compares. */
export function describePython(python) {
  const packages = ['pyarrow', 'pandas', 'duckdb', 'pandera'];
  const program = `import json, platform, importlib.metadata as m
print(json.dumps({'Python': platform.python_version(), **{p: m.version(p) for p in ${JSON.stringify(packages)}}}))`;
  return JSON.parse(execFileSync(python, ['-c', program], { encoding: 'utf8' }));
}

/** Renamed into place, so that a partial environment is never used. Its scripts have the wrong path, but none is run. */
function make(wanted) {
  const draft = `${ENVIRONMENT}.draft`;
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  mkdirSync(dirname(ENVIRONMENT), { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  execFileSync('python3', ['-m', 'venv', draft], quiet);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
  execFileSync(interpreterOf(draft), [...pip, '-r', REQUIREMENTS], quiet);
  writeFileSync(join(draft, 'made-for'), wanted);
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  renameSync(draft, ENVIRONMENT);
}

function interpreterOf(environment) {
  return join(environment, 'bin', 'python');
}
