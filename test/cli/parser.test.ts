import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pythonWith } from '../parse/python-environments.js';
import { folderWith } from '../pipeline/bundle/tree.js';
import { casparianBatch } from './casparian.js';
import { freshStore, COMMAND_STORES, temporaryFolder } from './store.js';

const env = { VIRTUAL_ENV: join(pythonWith('bare') ?? '', '../..') };

const SALES = `import csv
from utils import clean

class Parser:
    name = 'sales'
    version = '1.0.0'
    topics = ['invoices']
    outputs = {'id': 'int!', 'amount': 'decimal(12,2)'}

    def parse(self, ctx):
        return [clean(row) for row in csv.DictReader(open(ctx.input_path))]
`;
const TREE = { 'sales/parser.py': SALES, 'sales/utils.py': 'clean = dict\n', 'sales/model.bin': '' };

const json = (text: string): unknown => JSON.parse(text) as unknown;

describe.each(COMMAND_STORES)('on %s', (kind) => {
  test('a parser is registered, listed, shown, subscribed and unregistered', async () => {
    const { flags } = await freshStore(kind);
    const folder = await folderWith(TREE);
    const path = join(folder, 'sales');
    const bundle = join(await temporaryFolder(), 'sales.zip');
    const say = (...args: string[]) => ({ args: ['parser', ...args, ...flags], env });
    const [first, again, listed, shown, added, removed, zipped, gone, all] = await casparianBatch([
      say('register', path),
      say('register', path, '--json'),
      say('list', '--json'),
      say('show', 'sales', '--bundle', bundle),
      say('topics', 'sales', 'add', 'bills'),
      say('topics', 'sales', 'remove', 'invoices', '--json'),
      say('register', bundle, '--json'),
      say('unregister', 'sales'),
      say('list', '--all'),
    ]);
    expect(first).toMatchObject({
      code: 0,
      stdout: "Registered 'sales' v1.0.0\n  Topics: invoices\n",
      stderr: expect.stringMatching(
        /^Validating parser...\n✓ Bundled 2 files \(\d+ bytes\)\n {2}Not bundled.*: model.bin\n✓ Using .*\n✓ Import test: parser.py loads successfully\n/,
      ) as string,
    });
    const registered = json(again!.stdout);
    expect(registered).toMatchObject({
      name: 'sales',
      version: '1.0.0',
      source_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      lockfile_hash: null,
      files: 2,
      already_registered: true,
      topics: ['invoices'],
    });
    expect(json(listed!.stdout)).toMatchObject([{ name: 'sales', topics: ['invoices'], current: true }]);
    expect(shown!.stdout).toMatch(/^Parser +sales v1.0.0\n[^]*amount: decimal\(12,2\)/);
    expect(added!.stdout).toBe("Parser 'sales' now subscribed to topic 'bills'\n");
    expect(json(removed!.stdout)).toEqual({ name: 'sales', topics: ['bills'] });
    expect(json(zipped!.stdout)).toMatchObject({ source_hash: (registered as { source_hash: string }).source_hash });
    expect((await readFile(bundle)).subarray(0, 2).toString()).toBe('PK');
    expect(gone).toMatchObject({ code: 0, stdout: expect.stringContaining('is unregistered') as string });
    expect(all!.stdout).toMatch(/sales +1.0.0 .*unregistered +bills/);
  });
});

test('what cannot be registered is told with code, place and what to do', async () => {
  const { flags } = await freshStore('sqlite');
  const folder = await folderWith({
    ...TREE,
    'other/parser.py': SALES,
    'other/utils.py': 'clean = list\n',
    'level1.py': 'def parse(path): ...\n',
    'pd.py': `import pandas\n${SALES}`,
  });
  const say = (...args: string[]) => ({ args: ['parser', ...args, ...flags], env });
  const other = join(folder, 'other');
  const [first, ...answers] = await casparianBatch([
    say('register', join(folder, 'sales'), '--skip-validation'),
    say('register', other),
    say('register', other, '--force', '--skip-validation'),
    say('register', join(folder, 'level1.py')),
    say('register', join(folder, 'pd.py')),
    say('show', 'sale'),
    say('topics', 'sales', 'ad', 'x'),
    say('topics', 'sales', 'add'),
  ]);
  expect(first!.code).toBe(0);
  expect(answers.map(({ code }) => code)).toEqual([3, 0, 2, 2, 3, 2, 2]);
  expect(answers.map(({ stderr }) => /\[(\w+)\]/.exec(stderr)?.[1])).toEqual([
    'PARSER_EXISTS',
    undefined,
    'PARSER_INVALID',
    'LOCKFILE_MISSING',
    'PARSER_NOT_REGISTERED',
    'USAGE',
    'USAGE',
  ]);
  expect(answers[2]!.stderr).toContain('casparian scaffold');
});

test('a parser is read before the database is opened, whose errors come first', async () => {
  const folder = await folderWith({ ...TREE, 'bad.py': 'class Parser: (\n' });
  const flags = ['--home', join(folder, 'home'), '--db', 'postgres://nobody@127.0.0.1:1/none'];
  const say = (path: string) => ({ args: ['parser', 'register', join(folder, path), ...flags], env });
  const answers = await casparianBatch([say('sales'), say('bad.py')]);
  for (const { code, stderr } of answers) {
    expect(code).toBe(75);
    expect(stderr).toMatch(/^Validating parser...\n[^]*\[DATABASE_UNAVAILABLE\]/);
    expect(stderr).not.toContain('Bundled');
  }
});

test('a test says what the parser makes of a sample, and needs no database', async () => {
  const folder = await folderWith({ ...TREE, 's.csv': 'id,amount\n1,2.50\n2,x\n3,4\n' });
  const flags = ['--home', join(folder, 'home'), '--db', 'postgres://nobody@127.0.0.1:1/none'];
  const say = (...args: string[]) => ({ args: ['parser', 'test', join(folder, 'sales'), ...args, ...flags], env });
  const [sampled, machine] = await casparianBatch([say(join(folder, 's.csv')), say(join(folder, 's.csv'), '--json')]);
  expect(sampled).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('rows in 3 = valid 2 + quarantined 1') as string,
  });
  expect(json(machine!.stdout)).toMatchObject({
    name: 'sales',
    loads: true,
    sample: { status: 'completed_with_warnings', rows_in: 3, rows_valid: 2, rows_quarantined: 1 },
  });
});
