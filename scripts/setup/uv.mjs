import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';

const timeoutMs = 5 * 60_000;
const folder = join(root, '.cache', 'tools');
const requirements = join(root, 'scripts', 'setup', 'python', 'uv.txt');

/**
 * Installs `uv` for the tests of environments, separate from any on the machine. If this fails, these tests are skipped
 * with a warning.
 */
export async function installUv() {
  if (isUpToDate()) return;
  const obstacle = await tryInstall();
  if (obstacle === undefined) return;
  console.warn(`
  ┌─────────────────────────────────────────────────────────────────────────────┐
  │ uv is missing: the tests of environments built from lockfiles are SKIPPED.  │
  └─────────────────────────────────────────────────────────────────────────────┘
  why:  ${obstacle}
  next: install Python 3.11 or newer with its venv module, check that the package index can be reached, and run this again.
`);
}

function isUpToDate() {
  const stampFile = join(folder, 'uv', 'casparian-stamp');
  return existsSync(programIn('uv')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp();
}

function stamp() {
  return readFileSync(requirements, 'utf8');
}

/** Created under a temporary name and then renamed, like the Python environments. Returns why it failed, or undefined. */
async function tryInstall() {
  const draft = join(folder, 'uv.draft');
  mkdirSync(folder, { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  const { ok: pythonHasPip } = await run('python3', ['-m', 'pip', '--version'], {
    label: 'looking for pip',
    timeoutMs,
  });
  for (const [command, args, label] of stepsToInstall(draft, pythonHasPip)) {
    const result = await run(command, args, { label, timeoutMs });
    if (result.ok) continue;
    rmSync(draft, { recursive: true, force: true });
    return `${label} failed:\n${tail(result.output, 6)}`;
  }
  writeFileSync(join(draft, 'casparian-stamp'), stamp());
  rmSync(join(folder, 'uv'), { recursive: true, force: true });
  renameSync(draft, join(folder, 'uv'));
  return undefined;
}

function stepsToInstall(draft, pythonHasPip) {
  const python = join(draft, 'bin', 'python');
  const install = ['install', '--quiet', '--only-binary', ':all:', '--disable-pip-version-check', '-r', requirements];
  // Installing pip into the folder takes 6 s of CPU, and it is needed only once.
  const [make, fill] = pythonHasPip
    ? [
        ['python3', ['-m', 'venv', '--without-pip', draft]],
        ['python3', ['-m', 'pip', '--python', python, ...install]],
      ]
    : [
        ['python3', ['-m', 'venv', draft]],
        [python, ['-m', 'pip', ...install]],
      ];
  return [
    [...make, 'creating a folder for uv'],
    [...fill, 'installing uv (for tests, about 5 s)'],
    [programIn('uv.draft'), ['--version'], 'starting uv'],
  ];
}

function programIn(name) {
  return join(folder, name, 'bin', 'uv');
}
