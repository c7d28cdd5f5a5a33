import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casparian, casparianJson } from '../cli/casparian.js';
import { COMMAND_STORES, type StoreKind, temporaryFolder } from '../cli/store.js';
import { BARE_PYTHON } from '../parse/place.js';
import { waitUntil } from '../services/wait-until.js';
import { createPipeline, type Pipeline } from './staging/pipeline.js';
import { visibleRows } from './staging/visible-rows.js';

const SHIMS = fileURLToPath(new URL('../../src/bridge/shims/python', import.meta.url));
const UV = fileURLToPath(new URL('../../.cache/tools/uv/bin/uv', import.meta.url));
const BARE_ENVIRONMENT = dirname(dirname(BARE_PYTHON));

/** Says which file it is and which Python it runs in. Without a sandbox, it leaves a mark for each time it reads a file. */
const SALES = `import csv
import os
import sys


class Parser:
    name = 'sales'
    version = '1.0.0'
    topics = ['sales']
    outputs = {'id': 'int!', 'amount': 'decimal(12,2)', 'prefix': 'string!', 'home': 'string!'}

    def parse(self, ctx):
        marks = os.path.join(os.path.dirname(os.path.dirname(ctx.input_path)), 'marks')
        if os.access(marks, os.W_OK):
            with open(os.path.join(marks, os.path.basename(ctx.input_path)), 'a') as mark:
                mark.write('.')
        with open(ctx.input_path, newline='') as file:
            rows = list(csv.DictReader(file))
        return [{**row, 'prefix': sys.prefix, 'home': os.path.dirname(__file__)} for row in rows]
`;

const SCRIPT = `import sys


def parse(path):
    print('to the terminal')
    print('in trouble', file=sys.stderr)
    answer = 6 * 7
    breakpoint()
    return [{'line': line.strip(), 'prefix': sys.prefix} for line in open(path)]
`;

test('criterion 1: dev mode runs a parser from disk with the current Python, and pdb works', async () => {
  const { folder, ended } = await runScript(['p answer', 'c']);
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.stderr).toContain(`${BARE_PYTHON} ($VIRTUAL_ENV)`);
  expect(ended.stdout + ended.stderr).toMatch(/\(Pdb\) 42/);
  expect(await readFile(join(folder, 'script.csv'), 'utf8')).toContain(`first,${BARE_ENVIRONMENT}`);
});

test('criterion 9: dev mode pipes what a parser prints to the terminal, and stops at breakpoints', async () => {
  const { ended } = await runScript(['where', 'c']);
  expect(ended.stdout + ended.stderr).toContain('to the terminal\n');
  expect(ended.stderr).toContain('in trouble\n');
  expect(ended.stdout + ended.stderr).toMatch(/script\.py\(\d+\)parse\(\)/);
});

async function runScript(debugger_: readonly string[]) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'script.py'), SCRIPT);
  await writeFile(join(folder, 'input.csv'), 'first\nsecond\n');
  const ended = await casparian(['run', 'script.py', 'input.csv', '--format', 'csv'], {
    cwd: folder,
    env: { VIRTUAL_ENV: BARE_ENVIRONMENT },
    input: debugger_.map((line) => `${line}\n`).join(''),
  });
  return { folder, ended };
}

// The tests of one store go on where the one before them ended, as an owner's days do.
describe.each(COMMAND_STORES)('on %s', (kind) => {
  const days = sharedPipeline(kind);

  test('criterion 2: prod mode processes with bundled parsers and managed environments', async () => {
    const { pipeline, parser, unlocked } = days();
    await pipeline.file('monday.csv', 'id,amount\n1,10.50\n2,20.25\n');
    await unlocked('parser', 'register', parser);
    await rm(parser, { recursive: true });
    await unlocked('scan', pipeline.incoming, '--tag', 'sales');
    expect(await unlocked('process')).toMatchObject({ completed: 1, failed: 0, rows_valid: 2, rows_quarantined: 0 });
    const rows = await visibleRows(pipeline);
    expect(rows.map(({ id }) => id)).toEqual([1n, 2n]);
    expect(rows[0]!['prefix']).toContain(join(pipeline.home, 'environments'));
    expect(rows[0]!['home']).toContain(join(pipeline.home, 'bundles'));
  });

  test('criterion 3: the same file twice is already processed', async () => {
    const { pipeline } = days();
    const [scanned, processed, told] = await pipeline.inOneProcess(
      ['scan', pipeline.incoming, '--tag', 'sales', '--json'],
      ['process', '--json'],
      ['process'],
    );
    expect(JSON.parse(scanned!.stdout)).toMatchObject({ discovered: 1, unchanged: 1, changed: 0, jobs_created: 0 });
    expect(JSON.parse(processed!.stdout)).toMatchObject({ completed: 0, already_processed: 1 });
    expect(told!.stdout).toContain('Already processed: 1 file');
    expect(await visibleRows(pipeline)).toHaveLength(2);
  });

  test('criterion 4: a worker builds the environment from the lockfile again, or uses --python', async () => {
    const { pipeline, unlocked } = days();
    const environments = join(pipeline.home, 'environments');
    await rm(environments, { recursive: true });
    await pipeline.file('tuesday.csv', 'id,amount\n3,1\n');
    await unlocked('scan', pipeline.incoming, '--tag', 'sales');
    expect(await unlocked('process')).toMatchObject({ completed: 1 });
    expect(await readdir(environments)).not.toEqual([]);

    await pipeline.file('wednesday.csv', 'id,amount\n4,1\n');
    await unlocked('scan', pipeline.incoming, '--tag', 'sales');
    expect(await unlocked('process', '--python', BARE_PYTHON)).toMatchObject({ completed: 1 });
    const prefixes = new Map((await visibleRows(pipeline)).map(({ id, prefix }) => [id, prefix]));
    expect(prefixes.get(3n)).toContain(environments);
    expect(prefixes.get(4n)).toBe(BARE_ENVIRONMENT);
  });

  test('criterion 5: two workers do not take the same job', async () => {
    const { pipeline } = days();
    const names = Array.from({ length: 24 }, (_, index) => `thursday-${index}.csv`);
    for (const name of names) await pipeline.file(name, `id,amount\n${names.indexOf(name) + 100},1\n`);
    await pipeline.inOneProcess(['scan', pipeline.incoming, '--tag', 'sales']);
    await mkdir(join(pipeline.folder, 'marks'));
    const env = { CASPARIAN_SANDBOX: 'off' };
    const workers = ['one', 'two'].map((id) => pipeline.run(['worker', '--drain', '--worker-id', id], { env }));
    for (const { code } of await Promise.all(workers)) expect(code).toBe(0);
    for (const name of names) expect(await readFile(join(pipeline.folder, 'marks', name), 'utf8')).toBe('.');
    const claimedAgain = "SELECT id FROM cf_jobs WHERE type = 'parse' AND fence > 1";
    expect(await pipeline.engine.database.query(claimedAgain)).toEqual([]);
    const ids = (await visibleRows(pipeline)).map(({ id }) => Number(id)).filter((id) => id >= 100);
    expect(ids.sort((a, b) => a - b)).toEqual(names.map((_, index) => index + 100));
  });

  test('criterion 6: a daemon processes new files by itself', async () => {
    const { pipeline } = days();
    const daemon = pipeline.start(['start', '--watch', pipeline.incoming, '--tag', 'sales', '--settle', '0.1s'], {
      env: { CASPARIAN_WATCH_POLL_SECONDS: '0.3' },
    });
    await daemon.line('stderr', /Watching/);
    await pipeline.file('friday.csv', 'id,amount\n5,1\n');
    await waitUntil(async () => (await visibleRows(pipeline)).some(({ id }) => id === 5n), {
      for: 'the rows of friday.csv',
    });
    daemon.process.kill('SIGTERM');
    expect(await daemon.ended).toMatchObject({ code: 0 });
  });

  test('criterion 7: the jobs of process, worker and daemon are in one history', async () => {
    const { pipeline } = days();
    const listed = await pipeline.json<{ id: string; status: string }[]>([
      ...['jobs', '--parser', 'sales', '--limit', '100'],
    ]);
    expect(listed.filter(({ status }) => status === 'completed')).toHaveLength(28);
    const jobs = await Promise.all(listed.map(({ id }) => pipeline.engine.job(id)));
    const paths = jobs.map(({ payload }) => (payload as { path: string }).path);
    for (const day of ['monday.csv', 'tuesday.csv', 'thursday-0.csv', 'friday.csv']) {
      expect(paths).toContain(join(pipeline.incoming, day));
    }
  });

  test('criterion 8: bad rows go to the quarantine, good rows to the output, and the job says so', async () => {
    const { pipeline } = days();
    await pipeline.file('saturday.csv', 'id,amount\n6,1.10\n7,lots\n8,2\n');
    const [, processed, listed, jobs] = await pipeline.inOneProcess(
      ['scan', pipeline.incoming, '--tag', 'sales'],
      ['process', '--json'],
      ['quarantine', 'list', '--parser', 'sales', '--json'],
      ['jobs', '--parser', 'sales', '--status', 'completed_with_warnings', '--json'],
    );
    expect(JSON.parse(processed!.stdout)).toMatchObject({
      ...{ completed: 0, completed_with_warnings: 1, rows_valid: 2, rows_quarantined: 1 },
    });
    expect(JSON.parse(listed!.stdout)).toMatchObject([
      { row_number: 2, column: 'amount', raw: { id: '7', amount: 'lots' } },
    ]);
    expect(JSON.parse(jobs!.stdout)).toMatchObject([{ result: { rows_valid: 2, rows_quarantined: 1 } }]);
    const ids = (await visibleRows(pipeline)).map(({ id }) => Number(id));
    expect(ids).toEqual(expect.arrayContaining([6, 8]));
    expect(ids).not.toContain(7);
  });

  test('criterion 10: there is one table for each thing, and one shim', async () => {
    const tables = await tablesOf(days().pipeline, kind);
    expect(tables).toEqual(expect.arrayContaining(['cf_jobs', 'cf_parsers', 'cf_quarantine', 'cf_files']));
    const replaced = /plugin|processing|job_status|environment|venv/;
    expect(tables.filter((name) => replaced.test(name))).toEqual([]);
    expect((await readdir(SHIMS)).filter((name) => name.endsWith('_shim.py'))).toEqual(['bridge_shim.py']);
  });
});

interface Days {
  readonly pipeline: Pipeline;
  /** The folder that the parser is registered from. */
  readonly parser: string;
  /** A command that may build environments, as JSON. */
  readonly unlocked: (...args: string[]) => Promise<Record<string, unknown>>;
}

function sharedPipeline(kind: StoreKind): () => Days {
  let days: Days | undefined;
  const undo: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const pipeline = await createPipeline(kind, (work) => undo.push(work));
    const parser = join(pipeline.folder, 'sources', 'sales');
    await mkdir(parser, { recursive: true });
    await writeFile(join(parser, 'parser.py'), SALES);
    await writeFile(join(parser, 'pyproject.toml'), '[project]\nname = "sales"\nversion = "1.0.0"\n');
    execFileSync(UV, ['lock', '--quiet', '--offline'], { cwd: parser });
    days = { pipeline, parser, unlocked: withUv(pipeline) };
  });
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  return () => days!;
}

/** Without a Python of ours, but with the uv that the set-up has installed. */
function withUv({ flags }: Pipeline): Days['unlocked'] {
  const env = { PATH: [dirname(UV), process.env['PATH']].join(delimiter) };
  return async (...args) => (await casparianJson([...args, ...flags], { env })).json;
}

async function tablesOf({ engine }: Pipeline, kind: StoreKind): Promise<string[]> {
  const text =
    kind === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1";
  return (await engine.database.query<{ name: string }>(text)).map(({ name }) => name);
}
