import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';
import { pythonTool } from './python-tools.mjs';

const limitMs = 10 * 60_000;

/**
 * The packages of each environment are in `python/NAME.txt`. Each environment is checked with an import. The import also
 * compiles the packages, even if the machine disables this by default: parsers run with -B and would otherwise compile
 * pandas for 2 s each time.
 */
const proofs = {
  bare: 'import sys',
  'pandas-2': 'import pandas, pyarrow.csv',
  'pandas-3': 'import pandas, pyarrow.csv',
  polars: 'import polars, pyarrow.csv',
  delta: 'import deltalake, polars, pyarrow',
  spark: 'import pyspark',
};

/** Creates the environment in `folder` with this interpreter, unless it is there. Returns why it failed, or undefined. */
export async function makePythonEnvironment({ name, folder, python }) {
  return isUpToDate(folder, name, python) ? undefined : tryMake(folder, name, python);
}

function isUpToDate(folder, name, python) {
  // existsSync is false for a link to an uninstalled interpreter, so the environment is created again.
  const stampFile = join(folder, name, 'casparian-stamp');
  if (!existsSync(interpreterOf(folder, name)) || !existsSync(stampFile)) return false;
  return readFileSync(stampFile, 'utf8') === stampOf(name, python);
}

function stampOf(name, python) {
  return createHash('sha256')
    .update(readFileSync(requirementsOf(name)))
    .update(`compiled ${python}`)
    .digest('hex');
}

/** Created under a temporary name and then renamed, so that a partial environment is never used. */
async function tryMake(folder, name, python) {
  const draft = `${name}.draft`;
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, draft), { recursive: true, force: true });
  for (const [command, args, label] of stepsToMake(folder, name, python)) {
    const result = await run(command, args, { label, timeoutMs: limitMs, env: { PYTHONDONTWRITEBYTECODE: '' } });
    if (result.ok) continue;
    rmSync(join(folder, draft), { recursive: true, force: true });
    return `${label} failed:\n${tail(result.output, 6)}`;
  }
  writeFileSync(join(folder, draft, 'casparian-stamp'), stampOf(name, python));
  rmSync(join(folder, name), { recursive: true, force: true });
  renameSync(join(folder, draft), join(folder, name));
  return undefined;
}

function stepsToMake(folder, name, base) {
  const directory = join(folder, `${name}.draft`);
  const python = interpreterOf(folder, `${name}.draft`);
  const hasPackages = readFileSync(requirementsOf(name), 'utf8').trim() !== '';
  const venv = ['-m', 'venv', ...(hasPackages ? [] : ['--without-pip']), directory];
  // Compiling all modules of pandas takes longer than installing it, and the tests import only a few of them.
  // pyspark has no wheel: its archive contains the jars.
  const install = [
    'install',
    '--quiet',
    '--only-binary',
    ':all:',
    '--no-binary',
    'pyspark',
    '-r',
    requirementsOf(name),
  ];
  const uv = findUv();
  const [make, fill] =
    uv === undefined
      ? [
          [base, venv],
          [python, ['-m', 'pip', ...install, '--no-compile', '--disable-pip-version-check']],
        ]
      : [
          [uv, ['venv', '--quiet', '--no-project', '--python', base, directory]],
          [uv, ['pip', ...install, '--python', python]],
        ];
  return [
    [...make, `creating the Python environment "${name}"`],
    ...(hasPackages ? [[...fill, `installing the packages of "${name}" (about 15 s)`]] : []),
    [python, ['-c', proofs[name]], `importing the packages of "${name}"`],
  ];
}

function requirementsOf(name) {
  return join(root, 'scripts', 'setup', 'python', `${name}.txt`);
}

function interpreterOf(folder, name) {
  return join(folder, name, 'bin', 'python');
}

/** Ours, or the machine's. */
function findUv() {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '');
  return [pythonTool('uv'), ...onPath.map((each) => join(each, 'uv'))].find((path) => existsSync(path));
}
