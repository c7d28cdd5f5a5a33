import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeArchive } from '../../../src/pipeline/bundle/write-archive.js';
import type { EnvironmentOptions, WantedEnvironment } from '../../../src/pipeline/environments/environment-options.js';
import { releaseEnvironments } from '../../../src/pipeline/environments/ensure-environment.js';
import { pipelineHome } from '../../../src/pipeline/index.js';
import { pythonWith } from '../../parse/python-environments.js';
import { waitUntil } from '../../services/wait-until.js';
import { uvForTests } from '../uv.js';

/** Everything an environment is built from, in one temporary folder and without a network. */
export interface Workshop {
  readonly directory: string;
  readonly parser: WantedEnvironment;
  readonly env: Readonly<Record<string, string>>;
  /** A home of its own for each test. */
  options(more?: Partial<EnvironmentOptions>): EnvironmentOptions;
  /** Makes the next `uv sync` wait, until it is let go or its folder is deleted. */
  holdSync(): void;
  /** Waits for it to do so. */
  inTheMiddle(): Promise<void>;
  letGo(): void;
  /** The commands that `uv` was called with since the last time this was asked. */
  uvCalls(): string[];
  close(): void;
}

export const hasTools = uvForTests() !== undefined && pythonWith('bare') !== undefined;

/** Makes a wheel with one module, a parser that needs it, and its lockfile. */
export async function openWorkshop(): Promise<Workshop> {
  const directory = mkdtempSync(join(tmpdir(), 'casparian-environments-'));
  const wheels = join(directory, 'wheels');
  await makeWheel(wheels);
  const calls = join(directory, 'uv-calls');
  const env = {
    HOME: join(directory, 'nobody'),
    PATH: `${watchedUv(directory, calls)}:/usr/bin:/bin`,
    UV_CACHE_DIR: join(directory, 'cache'),
    UV_PYTHON: pythonWith('bare') ?? '',
  };
  const index = `[tool.uv]\nno-index = true\nfind-links = [${JSON.stringify(wheels)}]\n`;
  const parser = await lockParser(join(directory, 'parser'), index, env);
  let homes = 0;
  return {
    directory,
    parser,
    env,
    options: (more = {}) => ({
      home: pipelineHome(join(directory, `home-${homes++}`)),
      python: undefined,
      offline: false,
      vendor: undefined,
      env,
      ...more,
    }),
    holdSync: () => writeFileSync(join(directory, 'hold-sync'), ''),
    inTheMiddle: async () => {
      const began = (): boolean => existsSync(join(directory, 'holding'));
      await waitUntil(began, { for: 'a build to begin', intervalMs: 20 });
    },
    letGo: () => rmSync(join(directory, 'holding'), { force: true }),
    uvCalls: () => {
      const text = existsSync(calls) ? readFileSync(calls, 'utf8') : '';
      rmSync(calls, { force: true });
      return text.split('\n').filter((line) => line !== '');
    },
    close: () => {
      releaseEnvironments();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A wheel is a ZIP with the module and a folder that describes it. */
export async function makeWheel(folder: string): Promise<{ name: string; content: Buffer }> {
  const files = {
    'tiny_tables.py': 'ROWS = 3\n',
    'tiny_tables-1.2.dist-info/METADATA': 'Metadata-Version: 2.1\nName: tiny-tables\nVersion: 1.2\n',
    'tiny_tables-1.2.dist-info/WHEEL':
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    'tiny_tables-1.2.dist-info/RECORD':
      'tiny_tables.py,,\ntiny_tables-1.2.dist-info/METADATA,,\ntiny_tables-1.2.dist-info/WHEEL,,\ntiny_tables-1.2.dist-info/RECORD,,\n',
  };
  const entries = Object.entries(files).map(([name, text]) => ({ name, content: Buffer.from(text) }));
  const wheel = { name: 'tiny_tables-1.2-py3-none-any.whl', content: await writeArchive(entries) };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, wheel.name), wheel.content);
  return wheel;
}

/** A parser that imports the module of the wheel, locked by `uv lock`. */
export async function lockParser(
  directory: string,
  index: string,
  env: Readonly<Record<string, string>>,
): Promise<WantedEnvironment & { lockfileHash: string }> {
  mkdirSync(directory, { recursive: true });
  const project =
    '[project]\nname = "counts"\nversion = "1"\nrequires-python = ">=3.9"\ndependencies = ["tiny-tables"]\n';
  writeFileSync(join(directory, 'pyproject.toml'), `${project}\n${index}`);
  writeFileSync(
    join(directory, 'parser.py'),
    'import tiny_tables\n\n\nclass Parser:\n    name = "counts"\n    version = "1"\n    topics = ["rows"]\n    outputs = {"counts": {"n": "int"}}\n\n    def parse(self, ctx):\n        return [{"n": tiny_tables.ROWS}]\n',
  );
  await promisify(execFile)(uvForTests() ?? 'uv', ['lock', '--quiet'], { cwd: directory, env });
  const lockfileHash = createHash('sha256')
    .update(readFileSync(join(directory, 'uv.lock')))
    .digest('hex');
  return { parser: 'counts', directory, language: 'python', lockfileHash };
}

/** A `uv` that writes down what it is asked for, and waits where a test wants it to: see `holdSync`. */
function watchedUv(directory: string, calls: string): string {
  const program = join(directory, 'bin', 'uv');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(
    program,
    `#!/bin/sh
echo "$1" >> '${calls}'
env > '${directory}/seen-by-uv'
if [ "$1" = sync ] && mv '${directory}/hold-sync' '${directory}/holding' 2>/dev/null; then
  while [ -e '${directory}/holding' ] && [ -e uv.lock ]; do sleep 0.02; done
  [ -e uv.lock ] || exit 1
fi
exec '${uvForTests()}' "$@"
`,
  );
  chmodSync(program, 0o755);
  return dirname(program);
}
