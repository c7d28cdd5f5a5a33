import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run, tail } from './run.mjs';

const timeoutMs = 5 * 60_000;
const folder = join(root, '.cache', 'tools');

const tools = [
  { name: 'uv', without: 'the tests of environments built from lockfiles are SKIPPED' },
  { name: 'ruff', without: 'the Python files are NOT LINTED' },
  // These three need Python 3.11.
  { name: 'schemathesis', without: 'the tests that call the HTTP API with random requests are SKIPPED' },
  { name: 'openapi-spec-validator', without: 'the test that validates the OpenAPI document is SKIPPED' },
  { name: 'moto', program: 'moto_server', without: 'the tests of buckets (S3) are SKIPPED' },
];

/** Installs the tools, separate from any on the machine. If this fails, what needs them is skipped with a warning. */
export async function installPythonTools() {
  for (const { name, without } of tools) {
    const obstacle = await installPythonTool(name);
    if (obstacle !== undefined) warn(name, without, obstacle);
  }
}

/** Installs one tool, unless it is there. Returns why it failed, or undefined. */
export async function installPythonTool(name) {
  return isUpToDate(name) ? undefined : tryInstall(name);
}

export function pythonTool(name) {
  return join(folder, name, 'bin', programOf(name));
}

/** Some programs have another name than their package. */
function programOf(name) {
  return tools.find((tool) => tool.name === name)?.program ?? name;
}

function warn(name, without, obstacle) {
  const title = `${name} is missing: ${without}.`;
  console.warn(`
  ┌─${'─'.repeat(title.length)}─┐
  │ ${title} │
  └─${'─'.repeat(title.length)}─┘
  why:  ${obstacle}
  next: install Python 3.9 (3.11 for HTTP) or newer with its venv module, check that the package index can be reached, and run this again.
`);
}

function isUpToDate(name) {
  const stampFile = join(folder, name, 'casparian-stamp');
  return existsSync(pythonTool(name)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(name);
}

function stampOf(name) {
  return readFileSync(requirementsOf(name), 'utf8');
}

function requirementsOf(name) {
  return join(root, 'scripts', 'setup', 'python', `${name}.txt`);
}

/** Created under a temporary name and then renamed, like the Python environments. Returns why it failed, or undefined. */
async function tryInstall(name) {
  const draft = join(folder, `${name}.draft`);
  mkdirSync(folder, { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  for (const [command, args, label] of await stepsToInstall(name, draft)) {
    const result = await run(command, args, { label, timeoutMs });
    if (result.ok) continue;
    rmSync(draft, { recursive: true, force: true });
    return `${label} failed:\n${tail(result.output, 6)}`;
  }
  writeFileSync(join(draft, 'casparian-stamp'), stampOf(name));
  rmSync(join(folder, name), { recursive: true, force: true });
  renameSync(draft, join(folder, name));
  return undefined;
}

async function stepsToInstall(name, draft) {
  const python = join(draft, 'bin', 'python');
  const install = ['install', '--quiet', '--only-binary', ':all:', '-r', requirementsOf(name)];
  const [make, fill] = name === 'uv' ? await withPip(draft, python, install) : withUv(draft, python, install);
  return [
    [...make, `creating a folder for ${name}`],
    [...fill, `installing ${name} (for tests, about 5 s)`],
    [join(draft, 'bin', programOf(name)), [name === 'moto' ? '--help' : '--version'], `starting ${name}`],
  ];
}

async function withPip(draft, python, install) {
  const { ok: pythonHasPip } = await run('python3', ['-m', 'pip', '--version'], {
    label: 'looking for pip',
    timeoutMs,
  });
  // Installing pip into the folder takes 6 s of CPU, and it is needed only once.
  return pythonHasPip
    ? [
        ['python3', ['-m', 'venv', '--without-pip', draft]],
        ['python3', ['-m', 'pip', '--disable-pip-version-check', '--python', python, ...install]],
      ]
    : [
        ['python3', ['-m', 'venv', draft]],
        [python, ['-m', 'pip', '--disable-pip-version-check', ...install]],
      ];
}

/** A second instead of ten. Relocatable: its programs start Python from the folder's final name. */
function withUv(draft, python, install) {
  return [
    [pythonTool('uv'), ['venv', '--quiet', '--no-project', '--relocatable', '--python', 'python3', draft]],
    [pythonTool('uv'), ['pip', ...install, '--python', python]],
  ];
}
