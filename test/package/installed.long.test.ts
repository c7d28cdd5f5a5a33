import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { VERSION } from '../../src/platform/index.js';
import { installPackage, type Installation, ROOT } from './packed.js';
import { BROWSER_CONSUMER, CONSUMER, PYTHON_PARSER, TYPESCRIPT_PARSER } from './sources.js';

const COMPILER = join(ROOT, 'node_modules/typescript-7/bin/tsc');
const DEMO_WITHIN_MS = 120_000;
/** The client for a browser, minified and not compressed. */
const MAX_CLIENT_BYTES = 10_000;
const MAX_PACKAGES = 40;
const MAX_INSTALLED_BYTES = 130 * 2 ** 20;
/** It takes seconds, unless other tests use all cores. */
const INSTALL_WITHIN_MS = 180_000;

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

interface DemoReport {
  readonly steps: readonly { command: string; ok: boolean }[];
  readonly left_out: readonly object[];
}

let installation: Installation;
beforeAll(async () => {
  installation = await installPackage();
}, INSTALL_WITHIN_MS);
afterAll(() => installation.remove());

describe('the dependencies of the package', () => {
  test('are few and small', async () => {
    const modules = join(installation.folder, 'node_modules');
    const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8')) as Lockfile;
    expect(Object.keys(packages).length).toBeLessThan(MAX_PACKAGES);
    const files = await readdir(modules, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_INSTALLED_BYTES);
  });

  test('have only install scripts that nothing needs', async () => {
    const text = await readFile(join(installation.folder, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(text) as Lockfile;
    const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript === true);
    // One compiles if there is no binary for the platform, the other makes its command start faster.
    expect(withScript).toEqual(['node_modules/@photostructure/sqlite', 'node_modules/esbuild']);
  });
});

describe.concurrent('installed with --ignore-scripts in an empty folder, it', () => {
  test('prints its version', async () => {
    expect((await installation.call('casparian', ['--version'])).stdout).toBe(`${VERSION}\n`);
  });

  test('contains its help pages', async () => {
    expect((await installation.call('casparian', ['query', '--help'])).stdout).toContain('Ledger tables');
  });

  test.each([
    ['TypeScript', 'cities.ts', TYPESCRIPT_PARSER],
    ['Python', 'towns.py', PYTHON_PARSER],
  ])('runs a parser in %s', async (_language, name, source) => {
    const { folder } = installation;
    await writeFile(join(folder, name), source);
    await writeFile(join(folder, `${name}.csv`), 'name,people\nOslo,717710\nBergen,many\n');
    const { stdout } = await installation.call('casparian', ['run', name, `${name}.csv`, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ rows_in: 2, rows_valid: 1, rows_quarantined: 1 });
  });

  test('reads a file without a parser and runs SQL', async () => {
    await writeFile(join(installation.folder, 'plain.csv'), 'name,people\nOslo,717710\n');
    const { stdout } = await installation.call('casparian', ['run', 'plain.csv', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ rows_in: 1, rows_valid: 1 });
    const answer = await installation.call('casparian', ['query', 'select 6 * 7 as it', '--format', 'json']);
    expect(JSON.parse(answer.stdout)).toEqual([{ it: 42 }]);
  });

  test('runs its demo, and skips what needs Python if there is none', { timeout: DEMO_WITHIN_MS }, async () => {
    const main = join(installation.folder, 'node_modules/casparian/dist/cli/main.js');
    const line = ['PATH=/nonexistent', process.execPath, main, 'demo', 'demo', '--json'];
    const { steps, left_out } = JSON.parse((await installation.call('env', line)).stdout) as DemoReport;
    expect(left_out).toMatchObject([{ why: expect.stringContaining('Python was not found') as string }]);
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(steps.map(({ command }) => command).filter((command) => /pump|\.py/.test(command))).toEqual([]);
    expect(steps.map(({ command }) => command)).toContain('casparian parser register parsers/invoices.ts');
  });

  test('runs a program as a task', async () => {
    const { stdout, stderr } = await installation.call('casparian', ['task', 'run', '--json', '--', 'true']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed' });
    // Node 22 warns that its SQLite is experimental.
    expect(stderr).not.toContain('Warning');
  });

  test('is a library with types', async () => {
    await writeFile(join(installation.folder, 'consumer.mts'), CONSUMER);
    const options = [
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--strict',
      '--typeRoots',
      join(ROOT, 'node_modules/@types'),
      '--types',
      'node',
    ];
    await installation.call(process.execPath, [COMPILER, ...options, 'consumer.mts']);
    const { stdout } = await installation.call(process.execPath, ['consumer.mjs']);
    expect(stdout).toBe('completed 42 true true NETWORK_ERROR\n');
  });

  test('has a client with types for browsers, in one small file', async () => {
    const { folder } = installation;
    await writeFile(join(folder, 'page.mts'), BROWSER_CONSUMER);
    const compilerOptions = {
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
      ...{ strict: true, types: [], noEmit: true },
    };
    await writeFile(join(folder, 'page.json'), JSON.stringify({ compilerOptions, files: ['page.mts'] }));
    const { stdout } = await installation.call(process.execPath, [COMPILER, '-p', 'page.json']);
    expect(stdout).toBe('');
    const { metafile } = await build({
      stdin: { contents: "export * from 'casparian/client'", resolveDir: folder },
      ...{ bundle: true, platform: 'browser', format: 'esm', minify: true, write: false, metafile: true },
    });
    const inputs = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>');
    expect(inputs).toEqual([expect.stringMatching(/casparian\/dist\/client\/index\.js$/)]);
    expect(Object.values(metafile.outputs)[0]?.bytes).toBeLessThan(MAX_CLIENT_BYTES);
  });
});
