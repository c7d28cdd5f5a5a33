import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CommandLine, createCommandLine, LINES, type Report } from '../parse/command-line.js';
import { BARE_PYTHON, type Place } from '../parse/place.js';
import { casparian, casparianBatch } from './casparian.js';

let commandLine: CommandLine;
let place: Place;
beforeEach(async () => {
  commandLine = await createCommandLine();
  place = commandLine.place;
});
afterEach(() => place.remove());

const LEVEL_TWO = `class Parser:
    name = 'sales'
    version = '1.2.0'
    outputs = {'id': 'int!', 'amount': 'decimal(12,2)'}

    def parse(self, ctx):
        ids = enumerate(open(ctx.input_path))
        return [{'id': n + 1, 'amount': line.strip()} for n, line in ids]
`;

describe('what a person sees', () => {
  test('a script becomes a table, with a warning that it is only a script', async () => {
    await place.file('script.py', LINES);
    await place.file('input.csv', 'a\nb\n');
    const { code, stdout, stderr } = await commandLine.run('script.py', 'input.csv');
    expect(code).toBe(0);
    expect(stderr).toContain(
      '⚠ Running in ad-hoc mode. This parser cannot be registered for production.\n' +
        '  To register, wrap in a Parser class: casparian scaffold script.py\n',
    );
    expect(stderr).toContain(`python: ${BARE_PYTHON} (--python)\n`);
    expect(stderr).toContain('Processing input.csv...\n');
    expect(stdout).toMatch(
      /^✓ 2 rows processed in [\d.]+ s\nrows in 2 = valid 2 \+ quarantined 0\n→ script\.parquet \(2 rows\)\n$/,
    );
    expect(await parquetRows(join(place.folder, 'script.parquet'))).toEqual([
      { line: 'a', _cf_source: 'input.csv', _cf_row: 1n, _cf_job_id: null, _cf_parser: 'script' },
      { line: 'b', _cf_source: 'input.csv', _cf_row: 2n, _cf_job_id: null, _cf_parser: 'script' },
    ]);
  });

  test('bad rows are counted, shown and set aside', async () => {
    await place.file('parser.py', LEVEL_TWO);
    await place.file('input.csv', '1.10\n1.005\n3\n');
    const { code, stdout, stderr } = await commandLine.run(
      'parser.py',
      'input.csv',
      '--out',
      'clean',
      '--format',
      'csv',
    );
    expect(code).toBe(0);
    expect(stderr).not.toContain('ad-hoc');
    expect(stdout).toContain('⚠ 1 row quarantined\n  row 2, column amount: ');
    expect(stdout).toContain('rows in 3 = valid 2 + quarantined 1\n');
    expect(stdout).toContain('→ clean/sales.csv (2 rows)\n→ clean/sales_quarantine.jsonl (1 row)\n');
    expect(await readFile(join(place.folder, 'clean/sales.csv'), 'utf8')).toMatch(
      /^id,amount,.*\n1,1\.10,.*\n3,3\.00,/,
    );
  });

  test('the line of rows is there when a run fails, too', async () => {
    await place.file('parser.py', LEVEL_TWO);
    await place.file('input.csv', 'x\ny\n');
    const { code, stdout, stderr } = await commandLine.run('parser.py', 'input.csv');
    expect(code).toBe(1);
    expect(stdout).toContain('rows in 2 = valid 0 + quarantined 2\n→ sales_quarantine.jsonl (2 rows)\n');
    expect(stderr).toContain('Error [QUARANTINE_LIMIT]: Every one of the 2 rows');
  });

  test('many inputs end with a sum, and one that fails with what it failed of', async () => {
    await place.file('parser.py', LEVEL_TWO);
    for (const [name, text] of Object.entries({ a: '1\n2\n', b: 'x\n', c: '1\nx\n3\n' })) {
      await place.file(`data/${name}.csv`, text);
    }
    const { code, stdout, stderr } = await commandLine.run('parser.py', 'data/*.csv', '--jobs', '2', '--out', 'out');
    expect(code).toBe(1);
    expect(stdout).toContain('2 of 3 files done, 1 failed\nrows in 6 = valid 4 + quarantined 2\n');
    expect(stderr).toContain('QUARANTINE_LIMIT');
    await place.expectNothingLeftBut('a', 'b', 'c');
    expect(await readdir(join(place.out, 'b'))).toEqual(['sales_quarantine.jsonl']);
    expect(await readdir(join(place.out, 'c'))).toEqual(['sales.parquet', 'sales_quarantine.jsonl']);
  });

  test('what a parser logs and prints', async () => {
    await place.file(
      'parser.py',
      `class Parser:\n    name = 'p'\n    version = '1'\n\n    def parse(self, ctx):\n        ctx.log('half way', 'warning')\n        ctx.log('\\x1b[31mred', 'info')\n        print('to stdout')\n        return [{'a': 1}]\n`,
    );
    await place.file('input.csv');
    const { stdout, stderr } = await commandLine.run('parser.py', 'input.csv');
    expect(stderr).toContain('warning: half way\n');
    expect(stderr).toContain('red');
    expect(stderr).not.toContain('\x1b');
    expect(stdout).toContain('to stdout\n');
  });
});

describe('--json', () => {
  test('is one object for one input, and stdout holds nothing else', async () => {
    await place.file('parser.py', LEVEL_TWO.replace('ids =', `print('chatter'); ids =`));
    await place.file('input.csv', '1\nx\n3\n');
    const { code, json } = await commandLine.runJson('parser.py', 'input.csv', '--out', 'out', '--format', 'jsonl');
    expect(code).toBe(0);
    expect(json).toMatchObject({
      status: 'completed_with_warnings',
      input: 'input.csv',
      parser: 'sales',
      rows_in: 3,
      rows_valid: 2,
      rows_quarantined: 1,
      outputs: [{ name: 'sales', path: join(place.out, 'sales.jsonl'), rows: 2 }],
      quarantine: { path: join(place.out, 'sales_quarantine.jsonl'), rows: 1 },
      interpreter: BARE_PYTHON,
      error: null,
    });
    expect(json.outputs[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(json['duration_ms']).toBeTypeOf('number');
  });

  test('is an array for several inputs, in their order, with the error of each', async () => {
    await place.file('parser.py', LEVEL_TWO);
    for (const [name, text] of Object.entries({ b: '1\n', a: 'x\n' })) await place.file(`${name}.csv`, text);
    const { code, json } = await commandLine.runJson<Report[]>(
      'parser.py',
      'b.csv',
      'a.csv',
      '--jobs',
      '2',
      '--out',
      'out',
    );
    expect(code).toBe(1);
    expect(json.map(({ input, status, error }) => [input, status, error?.code])).toEqual([
      ['b.csv', 'completed', undefined],
      ['a.csv', 'failed', 'QUARANTINE_LIMIT'],
    ]);
    expect(json[1]).toMatchObject({ outputs: [], quarantine: { rows: 1 } });
  });

  test('gives the same bytes for the same run', async () => {
    const [parser, input] = [await place.file('parser.py', LEVEL_TWO), await place.file('input.csv', '1\n2\n3\n')];
    const into = (folder: string) => ['run', '--json', '--python', BARE_PYTHON, parser, input, '--out', folder];
    const ended = await casparianBatch([into(join(place.out, 'first')), into(join(place.out, 'second'))]);
    const [first, second] = ended.map(({ stdout }) => (JSON.parse(stdout) as Report).outputs[0]?.sha256);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
  });
});

describe('parsers of every kind', () => {
  const KINDS: [file: string, output: string, source: string][] = [
    ['legacy.py', 'legacy', `class Handler:\n    def parse(self, file_path):\n        return [{'a': 1}]\n`],
    ['function.js', 'function', `export function parse(path) {\n  return [{ a: 1 }];\n}\n`],
    ['typed.ts', 'typed', `export function parse(path: string): object[] {\n  return [{ a: 1 }];\n}\n`],
    ['default.mjs', 'default', `export default function* (path) {\n  yield [{ a: 1 }];\n}\n`],
    [
      'class.ts',
      'of-class',
      `export class Parser {\n  name = 'of-class';\n  version = '1.0.0';\n  outputs = { a: 'int!' };\n  parse(ctx: { inputPath: string }) {\n    return [{ a: 1 }];\n  }\n}\n`,
    ],
  ];

  test('in Python, JavaScript and TypeScript give the same', async () => {
    const input = await place.file('input.csv', 'x\n');
    const common = ['run', '--json', '--python', BARE_PYTHON, '--out', place.out, '--format', 'jsonl'];
    const calls = await Promise.all(
      KINDS.map(async ([file, , source]) => [...common, await place.file(file, source), input]),
    );
    const reports = (await casparianBatch(calls)).map(({ stdout }) => JSON.parse(stdout) as Report);
    expect(reports).toMatchObject(
      KINDS.map(([, name]) => ({ status: 'completed', parser: name, error: null, outputs: [{ name, rows: 1 }] })),
    );
    await place.expectNothingLeftBut(...KINDS.map(([, name]) => `${name}.jsonl`));
  });

  test('one with several outputs', async () => {
    await place.file(
      'parser.py',
      `class Parser:\n    name = 'p'\n    version = '1'\n    outputs = {'lines': {'a': 'int'}, 'notes': {'b': 'int'}}\n\n    def parse(self, ctx):\n        yield 'lines', [{'a': 1}, {'a': 'x'}]\n        yield 'notes', [{'b': 1}]\n        yield 'lines', [{'a': 3}]\n`,
    );
    await place.file('input.csv');
    const { json } = await commandLine.runJson('parser.py', 'input.csv', '--out', 'out');
    expect(json.outputs.map(({ name, rows }) => [name, rows])).toEqual([
      ['lines', 2],
      ['notes', 1],
    ]);
    await place.expectNothingLeftBut('lines.parquet', 'lines_quarantine.jsonl', 'notes.parquet');
  });
});

test('every kind of end has its exit code', async () => {
  const [parser, input] = [await place.file('parser.py', LEVEL_TWO), await place.file('input.csv', '1\nx\n3\n')];
  const common = ['run', '--json', '--python', BARE_PYTHON, '--out', place.out];
  const ends: [args: string[], code: number, error: string | undefined][] = [
    [[parser, input], 0, undefined],
    [[parser, input, '--fail-on-warning'], 5, undefined],
    [[parser, input, '--max-quarantine-rows', '0'], 1, 'QUARANTINE_LIMIT'],
    [[parser, place.folder], 1, 'INPUT_UNREADABLE'],
    [[parser, input, '--format', 'xml'], 2, 'USAGE'],
    [[parser], 2, 'USAGE'],
    [[parser, input, '--quarantine-threshold', '2'], 2, 'OPTION_INVALID'],
    [[parser, input, '--memory', 'lots'], 2, 'OPTION_INVALID'],
    [[parser, input, '--jobs', '0'], 2, 'OPTION_INVALID'],
    [[parser, input, '--timeout', 'soon'], 2, 'OPTION_INVALID'],
    [[join(place.folder, 'nope.py'), input], 3, 'PARSER_NOT_FOUND'],
    [[parser, join(place.folder, 'nope.csv')], 3, 'INPUT_NOT_FOUND'],
  ];
  const ended = await casparianBatch(ends.map(([args]) => [...common, ...args]));
  const codes = ended.map(({ code, stdout }) => [code, (JSON.parse(stdout) as Report).error?.code]);
  expect(codes).toEqual(ends.map(([, code, error]) => [code, error]));
});

describe('settings', () => {
  test('the thresholds come from flag, environment and casparian.toml, in this order', async () => {
    const [parser, input] = [await place.file('parser.py', LEVEL_TWO), await place.file('input.csv', '1\nx\n3\n4\n')];
    await place.file('casparian.toml', 'quarantine_threshold = 0.1\n');
    const args = ['run', '--python', BARE_PYTHON, '--out', place.out, parser, input];
    const inFolder = (env: Record<string, string>) => casparian(args, { cwd: place.folder, env });
    expect((await inFolder({})).code).toBe(1);
    expect((await inFolder({ CASPARIAN_QUARANTINE_THRESHOLD: '0.3' })).code).toBe(0);
    const ended = await casparianBatch([
      { args, env: { CASPARIAN_QUARANTINE_THRESHOLD: '0.2' } },
      { args: [...args, '--quarantine-threshold', '30%'], env: { CASPARIAN_QUARANTINE_THRESHOLD: '0.2' } },
      { args, env: { CASPARIAN_MAX_QUARANTINE_ROWS: '0' } },
      { args: [...args, '--max-quarantine-rows', '1'], env: { CASPARIAN_MAX_QUARANTINE_ROWS: '0' } },
    ]);
    expect(ended.map(({ code }) => code)).toEqual([1, 0, 1, 0]);
  });

  test('those of the database are none of its business', async () => {
    const [parser, input] = [await place.file('script.py', LINES), await place.file('input.csv', 'a\n')];
    const { code } = await casparian(['run', '--python', BARE_PYTHON, '--out', place.out, parser, input], {
      env: { DATABASE_URL: 'mysql://no:such@thing', CASPARIAN_HOME: '/proc/nope' },
    });
    expect(code).toBe(0);
  });
});

describe('the interpreter', () => {
  test('is the active environment, then the one beside the parser; a broken one is an error', async () => {
    await place.file('script.py', LINES);
    await place.file('input.csv', 'a\n');
    for (const name of ['active', '.venv']) {
      await mkdir(join(place.folder, name, 'bin'), { recursive: true });
      await symlink(BARE_PYTHON, join(place.folder, name, 'bin/python'));
    }
    const args = ['run', 'script.py', 'input.csv'];
    const from = (VIRTUAL_ENV: string) => casparian(args, { cwd: place.folder, env: { VIRTUAL_ENV } });
    expect((await from(join(place.folder, 'active'))).stderr).toContain(
      `python: ${place.folder}/active/bin/python ($VIRTUAL_ENV)\n`,
    );
    expect((await from('')).stderr).toContain(`python: ${place.folder}/.venv/bin/python (.venv beside the parser)\n`);
    const broken = await from(join(place.folder, 'deleted'));
    expect(broken.code).toBe(2);
    expect(broken.stderr).toContain('Error [INTERPRETER_NOT_FOUND]');
  });
});

test('nothing is created but the output: not in home, temporary folder, working folder or beside the parser', async () => {
  await place.file(
    'parsers/parser.py',
    `import beside\nfrom helpers.deep import rows\n\ndef parse(path):\n    return rows()\n`,
  );
  await place.file('parsers/beside.py', 'X = 1\n');
  await place.file('parsers/helpers/deep.py', `def rows():\n    return [{'a': 1}]\n`);
  await place.file(
    'parsers/node/parser.ts',
    `import { rows } from './rows.js';\nexport const parse = (path: string) => rows();\n`,
  );
  await place.file('parsers/node/rows.ts', `export const rows = (): object[] => [{ a: 1 }];\n`);
  await place.file('input.csv', 'a\n');
  const before = await readdir(place.folder, { recursive: true });
  expect((await commandLine.run('parsers/parser.py', 'input.csv', '--out', 'out')).code).toBe(0);
  expect((await commandLine.run('parsers/node/parser.ts', 'input.csv', '--out', 'out/node')).code).toBe(0);
  // Since Node 22, compiled code of the program is kept there.
  const isCompiled = (path: string): boolean => /^home\/\.cache($|\/casparian($|\/compiled))/.test(path);
  const after = await readdir(place.folder, { recursive: true });
  expect(after.filter((path) => !before.includes(path) && !isCompiled(path)).sort()).toEqual([
    'out/node',
    'out/node/parser.parquet',
    'out/parser.parquet',
  ]);
});

async function parquetRows(path: string): Promise<Record<string, unknown>[]> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  return parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) });
}
