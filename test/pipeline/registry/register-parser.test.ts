import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorker, defineJob, type Engine } from '../../../src/engine/index.js';
import { pipelineHome } from '../../../src/pipeline/home.js';
import type { ValidatePayload } from '../../../src/pipeline/index.js';
import { currentParsers, findRegistered, topicsOf } from '../../../src/pipeline/registry/find-parsers.js';
import { readParser } from '../../../src/pipeline/registry/read-parser.js';
import { registerParser, type RegisterRequest } from '../../../src/pipeline/registry/register-parser.js';
import type { RegistrationStep } from '../../../src/pipeline/registry/registration-step.js';
import { testParser } from '../../../src/pipeline/registry/test-parser.js';
import { createWorkshop } from '../../../src/pipeline/registry/workshop.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';
import { folderWith } from '../bundle/tree.js';
import { PYTHON } from './described.js';
import { rowsOfTenant, TENANT } from '../staging/tenant.js';

const SALES =
  "class Parser:\n    name = 'sales'\n    version = '1.0.0'\n    topics = ['invoices']\n    outputs = {'id': 'int!'}\n    def parse(self, ctx):\n        return [{'id': line} for line in open(ctx.input_path).read().split()]\n";

/** A request with what it told on the way. Its environments are the bare Python, whatever the lockfile says. */
async function requestFor(path: string, wishes: Partial<RegisterRequest> & { python?: string } = {}) {
  const steps: RegistrationStep[] = [];
  const { python, ...rest } = wishes;
  const workshop = createWorkshop({
    home: pipelineHome(await temporaryFolder()),
    python,
    offline: true,
    vendor: undefined,
    env: { PATH: process.env['PATH'], SECRET: 'x', VIRTUAL_ENV: join(PYTHON, '../..') },
    environmentNames: () => [],
    sandbox: () => ({ mode: 'auto', read: [], allowsNetwork: false }),
    signal: new AbortController().signal,
    onStep: (step) => steps.push(step),
    ensureEnvironment: () => Promise.resolve({ path: PYTHON, chosenBy: 'its lockfile' }),
  });
  const read = () => readParser(path, workshop);
  const request = { tenant: TENANT, read, force: false, validate: true, validateRemote: false, workshop, ...rest };
  return { ...request, path, steps, kinds: () => steps.map(({ kind }) => kind) };
}

describe.each(STORES)('on %s', (kind) => {
  let engine: Engine;
  beforeAll(async () => {
    ({ engine } = await freshStore(kind, afterAll));
  });

  test('a parser is bundled, read, loaded and recorded with its topics', async () => {
    const path = await folderWith({ 'parser.py': SALES, 'uv.lock': 'version = 1\n' });
    const request = await requestFor(path);
    expect(await registerParser(engine, request)).toMatchObject({
      parser: { name: 'sales', version: '1.0.0' },
      topics: ['invoices'],
      alreadyRegistered: false,
    });
    expect(request.kinds()).toEqual(['bundled', 'building', 'environment', 'loaded']);
    expect(await topicsOf(rowsOfTenant(engine), 'sales')).toEqual(['invoices']);
    const again = await requestFor(path);
    expect(await registerParser(engine, again)).toMatchObject({ alreadyRegistered: true });
    expect(again.kinds()).toEqual(['bundled']);
  });

  test('a script that looks for a Python is started once', async () => {
    const folder = await folderWith({ 'parser.py': SALES.replace('sales', 'searched') });
    const elsewhere = await temporaryFolder();
    const [python, starts] = [join(elsewhere, 'python3'), join(elsewhere, 'starts')];
    await writeFile(python, `#!/bin/sh\necho >> '${starts}'\nexec '${PYTHON}' "$@"\n`, { mode: 0o755 });
    const request = await requestFor(folder, { python });
    const ensureEnvironment = () => Promise.resolve({ path: python, chosenBy: '--python' as const });
    await registerParser(engine, { ...request, workshop: { ...request.workshop, ensureEnvironment } });
    expect(await readFile(starts, 'utf8')).toBe('\n');
  });

  test('what a worker refuses is not registered', async () => {
    const folder = await folderWith({ 'parser.py': SALES.replace('sales', 'remote') });
    const alone = await requestFor(folder, { validate: false, validateRemote: true });
    const soon = { ...alone, workshop: { ...alone.workshop, workerWithinMs: 0 } };
    await expect(registerParser(engine, soon)).rejects.toMatchObject({ code: 'NO_WORKER' });

    let isGood = false;
    const validate = defineJob({
      type: 'parse.validate',
      run: (payload, { log }) => {
        log.info(`Loading ${(payload as ValidatePayload).entrypoint}`);
        if (!isGood) throw new Error("FileNotFoundError: 'pdftotext' not found");
      },
    });
    const worker = createWorker(engine, { jobs: [validate], pollEveryMs: 20 });
    await worker.start();
    try {
      await expect(registerParser(engine, alone)).rejects.toMatchObject({
        code: 'PARSER_TEST_FAILED',
        message: "FileNotFoundError: 'pdftotext' not found",
      });
      expect(await findRegistered(rowsOfTenant(engine), 'remote')).toBeUndefined();
      isGood = true;
      await registerParser(engine, alone);
      expect(await findRegistered(rowsOfTenant(engine), 'remote')).toBeDefined();
    } finally {
      await worker.stop();
    }
    expect(alone.kinds()).toContain('sent');
  });
});

describe('before anything is recorded', () => {
  async function refused(
    files: Record<string, string>,
    wishes: Partial<RegisterRequest> & { python?: string } = {},
    entry = '',
  ) {
    const { engine } = await freshStore('sqlite');
    const request = await requestFor(join(await folderWith(files), entry), wishes);
    const error = await registerParser(engine, request).then(
      () => undefined,
      (reason: unknown) => reason as Error & { code: string; why?: string; next: string[] },
    );
    expect(await currentParsers(rowsOfTenant(engine))).toHaveLength(error === undefined ? 1 : 0);
    return { error, request };
  }

  test('packages need a lockfile, unless a Python is named', async () => {
    const files = { 'parser.py': `import pandas\n${SALES}` };
    const { error, request } = await refused(files);
    expect(error).toMatchObject({
      code: 'LOCKFILE_MISSING',
      message: `No uv.lock found in ${request.path.replace(/\/$/, '')}. Run 'uv lock' first.`,
      why: "parser.py:1 imports 'pandas', which is neither in Python's standard library nor in the bundle.",
    });
    const dependent = '[project]\nname = "x"\nversion = "0"\ndependencies = ["pandas"]\n';
    expect((await refused({ 'parser.py': SALES, 'pyproject.toml': dependent })).error).toMatchObject({
      code: 'LOCKFILE_MISSING',
      why: "pyproject.toml depends on 'pandas'.",
    });
    const named = await refused(files, { python: PYTHON, validate: false });
    expect(named.error).toBeUndefined();
    expect(named.request.kinds()).toEqual(['bundled', 'note']);
  });

  test('Node packages need their lockfile, too', async () => {
    const node = "export class Parser { name = 'n'; version = '1'; parse() { return []; } }";
    expect((await refused({ 'parser.ts': `import 'papaparse';\n${node}` })).error).toMatchObject({
      code: 'LOCKFILE_MISSING',
      message: expect.stringContaining('No package-lock.json found in ') as string,
    });
    expect((await refused({ 'parser.ts': node, 'package.json': '{"dependencies": {"a": "1"}}' })).error).toMatchObject({
      code: 'LOCKFILE_MISSING',
      why: "package.json depends on 'a'.",
    });
    expect((await refused({ 'parser.ts': node }, { validate: false })).error).toBeUndefined();
  });

  test('a file that imports its neighbour is not bundled alone', async () => {
    const files = { 'sales.py': `import utils\n${SALES}`, 'utils.py': '' };
    expect((await refused(files, {}, 'sales.py')).error).toMatchObject({
      code: 'PARSER_INVALID',
      message: expect.stringContaining("sales.py:1: Local import 'utils' not found") as string,
    });
  });

  test('a parser that does not load is refused with the place', async () => {
    const { error } = await refused({ 'parser.py': `${SALES}\nraise ValueError('no luck')\n` });
    expect(error).toMatchObject({ code: 'PARSER_EXCEPTION', message: expect.stringContaining('no luck') as string });
    expect((await refused({ 'parser.py': `${SALES}\n1/0\n` }, { validate: false })).error).toBeUndefined();
  });

  test('a parser that is another once it runs is refused', async () => {
    const { error } = await refused({ 'parser.py': `${SALES}\nParser.version = '2'\n` });
    expect(error).toMatchObject({
      code: 'PARSER_TEST_FAILED',
      why: "parser.py declares version = '1.0.0', but it is '2' at run time.",
    });
  });

  test('it is loaded without the secrets of this process', async () => {
    const source = `import os\nassert 'SECRET' not in os.environ\n${SALES}`;
    expect((await refused({ 'parser.py': source })).error).toBeUndefined();
  });
});

test('a test runs the parser over a sample and keeps nothing', async () => {
  const folder = await folderWith({ 'parser.py': SALES });
  const sample = join(await temporaryFolder(), 'sample.txt');
  await writeFile(sample, '1 2 x 4');
  const { workshop } = await requestFor(folder);
  const { described, report } = await testParser({
    path: folder,
    sample: { name: 'sample.txt', path: sample, bytes: undefined },
    limits: () => ({ share: 0.5, rows: 10 }),
    workshop,
  });
  expect(described).toMatchObject({ name: 'sales' });
  expect(report).toMatchObject({ status: 'completed_with_warnings', rowsIn: 4, rowsValid: 3, rowsQuarantined: 1 });
  await expect(stat(workshop.home.bundles)).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['parser.py']);
});
