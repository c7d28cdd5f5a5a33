import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  ensureEnvironment,
  rebuildEnvironment,
  releaseEnvironments,
} from '../../../src/pipeline/environments/ensure-environment.js';
import { CasparianError } from '../../../src/platform/index.js';
import { pythonWith } from '../../parse/python-environments.js';
import { hasTools, openWorkshop, type Workshop } from './workshop.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

const rowsSeenBy = (python: string): string =>
  execFileSync(python, ['-c', 'import tiny_tables; print(tiny_tables.ROWS)']).toString().trim();

describe.skipIf(!hasTools)('the environment of a registered parser', () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterEach(() => void workshop.uvCalls());
  afterAll(() => workshop.close());

  const caught = async (work: Promise<unknown>): Promise<CasparianError> => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CasparianError);
    return error as CasparianError;
  };

  test('is not built when somebody names a Python', async () => {
    const bare = pythonWith('bare')!;
    for (const python of [bare, dirname(dirname(bare))]) {
      const options = workshop.options({ python });
      expect(await ensureEnvironment(workshop.parser, options)).toEqual({ path: bare, chosenBy: '--python' });
      expect(await rebuildEnvironment(workshop.parser, options)).toEqual({ path: bare, chosenBy: '--python' });
      expect(existsSync(options.home.environments)).toBe(false);
    }
    const named = workshop.options({ python: 'python', env: { PATH: dirname(bare) } });
    expect((await ensureEnvironment(workshop.parser, named)).path).toBe(bare);
  });

  test("is the machine's own when there is no lockfile", async () => {
    const bare = pythonWith('bare')!;
    const options = workshop.options({ env: { PATH: dirname(bare), VIRTUAL_ENV: '/not/looked/at' } });
    const unlocked = { ...workshop.parser, lockfileHash: null };
    expect(await ensureEnvironment(unlocked, options)).toEqual({
      path: join(dirname(bare), 'python3'),
      chosenBy: 'the PATH',
    });
    const node = { ...unlocked, language: 'node' } as const;
    expect(await ensureEnvironment(node, options)).toEqual({ path: process.execPath, chosenBy: 'this Node' });
  });

  test('is built from its lockfile once, without our secrets, and shared by all who have the same', async () => {
    const before = readdirSync(workshop.parser.directory);
    const talk: string[] = [];
    const env = {
      ...workshop.env,
      AWS_SECRET_ACCESS_KEY: 's',
      DATABASE_URL: 's',
      HTTPS_PROXY: 'http://p',
      UV_FROZEN: '1',
    };
    const options = workshop.options({ env, onMessage: (line) => talk.push(line) });
    const interpreter = await ensureEnvironment(workshop.parser, options);
    expect(interpreter.chosenBy).toBe('its lockfile');
    expect(rowsSeenBy(interpreter.path)).toBe('3');
    expect(talk).toEqual([expect.stringContaining("environment of 'counts'"), expect.stringContaining('1 package')]);

    const twin = { ...workshop.parser, parser: 'another' };
    expect(await ensureEnvironment(twin, options)).toEqual(interpreter);
    releaseEnvironments();
    expect(await ensureEnvironment(twin, options)).toEqual(interpreter);
    expect(workshop.uvCalls()).toEqual(['venv', 'sync']);

    const folder = join(options.home.environments, workshop.parser.lockfileHash!);
    expect(JSON.parse(readFileSync(join(folder, 'casparian-environment.json'), 'utf8'))).toMatchObject({
      lockfile_hash: workshop.parser.lockfileHash,
      runtime: expect.stringMatching(/^3\.\d+\.\d+$/) as string,
      packages: [{ name: 'tiny-tables', version: '1.2' }],
    });
    // Compiled ahead: parsers run with -B and would do it each time.
    expect(readdirSync(folder, { recursive: true }).join('\n')).toMatch(/__pycache__\/tiny_tables/);
    expect(readdirSync(workshop.parser.directory)).toEqual(before);
    expect(readdirSync(options.home.environments).filter((name) => name.includes('draft'))).toEqual([]);

    const seen = readFileSync(join(workshop.directory, 'seen-by-uv'), 'utf8');
    expect(seen).toMatch(/^HTTPS_PROXY=/m);
    expect(seen).not.toMatch(/^(AWS_SECRET_ACCESS_KEY|DATABASE_URL|UV_FROZEN)=/m);

    const before200 = process.cpuUsage();
    for (let call = 0; call < 200; call++) await ensureEnvironment(workshop.parser, options);
    const { user, system } = process.cpuUsage(before200);
    expect((user + system) / 200, 'microseconds for each call').toBeLessThan(500);
  });

  test('that is broken is built again', async () => {
    const options = workshop.options();
    const { path } = await ensureEnvironment(workshop.parser, options);
    unlinkSync(path);
    await ensureEnvironment(workshop.parser, options);
    expect(rowsSeenBy(path)).toBe('3');

    releaseEnvironments();
    rmSync(join(dirname(dirname(path)), 'casparian-environment.json'));
    expect(rowsSeenBy((await ensureEnvironment(workshop.parser, options)).path)).toBe('3');

    // It is there, it is executable, and it does not start: only who starts it can know.
    unlinkSync(path);
    writeFileSync(path, 'no program', { mode: 0o755 });
    await ensureEnvironment(workshop.parser, options);
    expect(workshop.uvCalls().filter((command) => command === 'sync')).toHaveLength(3);
    await Promise.all([1, 2].map(() => rebuildEnvironment(workshop.parser, options)));
    expect(rowsSeenBy(path)).toBe('3');
    expect(workshop.uvCalls()).toEqual(['venv', 'sync']);
  });

  test('that cannot be built says what was tried, where, and all that uv said', async () => {
    const directory = join(workshop.directory, 'outdated');
    await cp(workshop.parser.directory, directory, { recursive: true });
    const project = join(directory, 'pyproject.toml');
    writeFileSync(project, readFileSync(project, 'utf8').replace('"tiny-tables"', '"tiny-tables", "large-tables"'));
    const options = workshop.options();
    const error = await caught(ensureEnvironment({ ...workshop.parser, directory }, options));
    expect(error).toMatchObject({ code: 'ENVIRONMENT_FAILED', retryable: false });
    const workingDirectory = /Working dir: (.+)/.exec(error.message)?.[1] ?? '';
    expect(readdirSync(workingDirectory).sort()).toEqual(['pyproject.toml', 'uv.lock']);
    expect(error.message.replace(workingDirectory, '<folder>').replace(/\n {2}.*/g, '')).toBe(
      [
        `Failed to create environment for parser 'counts'`,
        '',
        'Command: uv sync --locked --no-install-project --no-dev',
        'Working dir: <folder>',
        'Exit code: 1',
        '',
        'Stderr:',
      ].join('\n'),
    );
    expect(error.next.map(hintText)).toEqual([
      'Check that the lockfile is valid: uv lock --check',
      'Lock the dependencies again, in the folder of the parser: uv lock',
      'Register the parser again: casparian parser register ./counts --force',
      'Check the network connection.',
    ]);
    expect(error.message).toMatch(/Stderr:\n( {2}.*\n)* {2}.*large-tables/);
  });

  test('without uv says how to get it and how to do without', async () => {
    const error = await caught(ensureEnvironment(workshop.parser, workshop.options({ env: { PATH: '/nowhere' } })));
    expect(error.code).toBe('UV_NOT_FOUND');
    expect(error.next.map(hintText).join('\n')).toMatch(/pip install uv[^]*--python/);
  });

  test('is not looked for in the folders above when the parser has no pyproject.toml', async () => {
    const directory = join(workshop.parser.directory, 'inside');
    await cp(workshop.parser.directory, join(workshop.directory, 'copy'), { recursive: true });
    const error = await caught(ensureEnvironment({ ...workshop.parser, directory }, workshop.options()));
    expect(error).toMatchObject({
      code: 'ENVIRONMENT_FAILED',
      why: expect.stringContaining('pyproject.toml') as string,
    });
  });

  test('is given up when the user interrupts, and nothing half-made stays', async () => {
    const stop = new AbortController();
    const options = workshop.options({ signal: stop.signal });
    workshop.holdSync();
    const building = caught(ensureEnvironment(workshop.parser, options));
    await workshop.inTheMiddle();
    stop.abort();
    expect((await building).code).toBe('INTERRUPTED');
    workshop.letGo();
    const names = readdirSync(options.home.environments, { recursive: true }).map(String);
    expect(names.filter((name) => name.includes('bin'))).toEqual([]);
    expect(names).not.toContain(workshop.parser.lockfileHash);
  });
});
