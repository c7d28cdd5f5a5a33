import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';

const limitMs = 10 * 60_000;
const folder = join(root, '.cache', 'python');

/**
 * Each environment is checked with an import. The import also compiles the packages, even if the machine disables this by
 * default: parsers run with -B and would otherwise compile pandas for 2 s each time.
 */
const environments = [
  { name: 'bare', proof: 'import sys' },
  { name: 'pandas-3', proof: 'import pandas, pyarrow.csv' },
  { name: 'pandas-2', proof: 'import pandas, pyarrow.csv' },
];

/**
 * Creates the Python environments of the parser tests: two versions of pandas, and one without packages. If this fails,
 * these tests are skipped with a warning.
 */
export async function installPythonEnvironments() {
  const skipped = [];
  for (const environment of environments.filter((each) => !isUpToDate(each.name))) {
    const obstacle = await tryMake(environment);
    if (obstacle !== undefined) skipped.push({ name: environment.name, obstacle });
  }
  if (skipped.length === 0) return;
  console.warn(`
  ┌────────────────────────────────────────────────────────────────────────────────┐
  │ Python environments are missing: the tests of parsers in them will be SKIPPED. │
  └────────────────────────────────────────────────────────────────────────────────┘
${skipped.map(({ name, obstacle }) => `  why:  ${name}: ${obstacle}`).join('\n')}
  next: install Python 3.11 or newer with its venv module, check that the package index can be reached, and run this again.
`);
}

function isUpToDate(name) {
  // existsSync is false for a link to an uninstalled interpreter, so the environment is created again.
  const stampFile = join(folder, name, 'casparian-stamp');
  return existsSync(interpreterOf(name)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(name);
}

function stampOf(name) {
  return createHash('sha256')
    .update(readFileSync(requirementsOf(name)))
    .update('compiled')
    .digest('hex');
}

/** Created under a temporary name and then renamed, so that a partial environment is never used. */
async function tryMake({ name, proof }) {
  const draft = `${name}.draft`;
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, draft), { recursive: true, force: true });
  for (const [command, args, label] of stepsToMake(name, draft, proof)) {
    const result = await run(command, args, { label, timeoutMs: limitMs, env: { PYTHONDONTWRITEBYTECODE: '' } });
    if (result.ok) continue;
    rmSync(join(folder, draft), { recursive: true, force: true });
    return `${label} failed:\n${tail(result.output, 6)}`;
  }
  writeFileSync(join(folder, draft, 'casparian-stamp'), stampOf(name));
  rmSync(join(folder, name), { recursive: true, force: true });
  renameSync(join(folder, draft), join(folder, name));
  return undefined;
}

function stepsToMake(name, draft, proof) {
  const python = interpreterOf(draft);
  const directory = join(folder, draft);
  const hasPackages = readFileSync(requirementsOf(name), 'utf8').trim() !== '';
  const venv = ['-m', 'venv', ...(hasPackages ? [] : ['--without-pip']), directory];
  // Compiling all modules of pandas takes longer than installing it, and the tests import only a few of them.
  const install = ['install', '--quiet', '--only-binary', ':all:', '-r', requirementsOf(name)];
  const [make, fill] = onPath('uv')
    ? [
        ['uv', ['venv', '--quiet', '--python', 'python3', directory]],
        ['uv', ['pip', ...install, '--python', python]],
      ]
    : [
        ['python3', venv],
        [python, ['-m', 'pip', ...install, '--no-compile', '--disable-pip-version-check']],
      ];
  return [
    [...make, `creating the Python environment "${name}"`],
    ...(hasPackages ? [[...fill, `installing the packages of "${name}" (about 15 s)`]] : []),
    [python, ['-c', proof], `importing the packages of "${name}"`],
  ];
}

function requirementsOf(name) {
  return join(root, 'scripts', 'setup', 'python', `${name}.txt`);
}

function interpreterOf(name) {
  return join(folder, name, 'bin', 'python');
}

function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((each) => each !== '' && existsSync(join(each, command)));
}
