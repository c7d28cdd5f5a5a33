import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  batchesOf,
  compileShim,
  failureOf,
  fixture,
  hangUpAfterFirstBatch,
  removeCompiledShim,
  rowsOf,
  runShim,
  runShimWithConnection,
} from './run-shim.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casparian-shim-test-'));
  await compileShim();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await removeCompiledShim();
});

async function parserWith(source: string, name = 'parser.mjs'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, source);
  return path;
}

describe('the parsers the Node shim runs', () => {
  it('runs a Parser class in TypeScript and says first what it declares', async () => {
    const input = join(folder, 'in put.txt');
    await writeFile(input, 'one\nthree\n');
    const run = await runShim('class-parser.ts', input);
    expect(run.messages[0]).toEqual({
      kind: 'hello',
      parser: {
        api: 'class',
        name: 'lines',
        version: '1.2.0',
        outputs: { line: 'string!', length: 'int' },
        topics: ['text'],
        language: 'node',
        runtime: `Node ${process.versions.node}`,
        executable: process.execPath,
      },
    });
    expect(run.messages[1]).toEqual({ kind: 'log', level: 'warning', text: 'job 7' });
    expect(batchesOf(run).map(rowsOf)).toEqual([
      [
        { line: 'one', length: 3 },
        { line: 'three', length: 5 },
      ],
    ]);
    expect(run.messages.at(-1)).toEqual({ kind: 'end' });
    expect(run).toMatchObject({ stdout: 'printed by the user\n', stderr: '', exitCode: 0 });
  });

  it.each([
    ['function-parser.mjs', 'function'],
    ['commonjs-handler.cjs', 'handler'],
    ['default-function.js', 'function'],
  ])('runs %s and gives it the path', async (parser, api) => {
    const run = await runShim(parser, '/some/input');
    expect(run.messages[0]).toMatchObject({ kind: 'hello', parser: { api, name: null } });
    expect(batchesOf(run).map(rowsOf)).toEqual([[{ path: '/some/input' }]]);
  });

  it('runs a class that is the default export, under its static name', async () => {
    const run = await runShim('default-class.mts');
    expect(run.messages[0]).toMatchObject({ kind: 'hello', parser: { api: 'class', name: 'static-name' } });
    expect(batchesOf(run).map(rowsOf)).toEqual([[{ a: 1 }]]);
  });

  it('runs a class in CommonJS TypeScript', async () => {
    const source = "export class Parser {\n  name: string = 'commonjs';\n  parse() {\n    return [{ a: 1 }];\n  }\n}\n";
    const run = await runShim(await parserWith(source, 'parser.cts'));
    expect(run.messages[0]).toMatchObject({ kind: 'hello', parser: { api: 'class', name: 'commonjs' } });
    expect(batchesOf(run).map(rowsOf)).toEqual([[{ a: 1 }]]);
  });

  it('reaches an input whose name is not UTF-8', async () => {
    const input = Buffer.concat([Buffer.from(join(folder, 'latin-')), Buffer.from([0xe9])]);
    await writeFile(input, 'x\n');
    const run = await runShim('class-parser.ts', '', ['--input-path-base64', input.toString('base64')]);
    expect(batchesOf(run).map(rowsOf)).toEqual([[{ line: 'x', length: 1 }]]);
  });
});

describe('what a parser may give', () => {
  it('sends every value of JavaScript exactly', async () => {
    const [batch] = batchesOf(await runShim('every-value.mjs'));
    const [first, second] = rowsOf(batch!);
    expect(first).toEqual({
      int: 5,
      big: 9007199254740993n,
      small: 7,
      float: 1.5,
      nan: NaN,
      endless: -Infinity,
      text: 'é\u0000"\n',
      flag: true,
      nothing: null,
      missing: null,
      moment: { kind: 'datetime', nanoseconds: 1706695200123000000n, zoned: true },
      bytes: new Uint8Array([0, 255]),
      list: { kind: 'nested', json: '[1,null,9007199254740993]' },
      map: { kind: 'nested', json: '{"k":[1,2]}' },
      json: 'from toJSON',
      own: { kind: 'nested', json: '{"$int":"mine"}' },
      later: null,
      ['__proto__']: null,
    });
    expect(second).toMatchObject({ int: null, later: 1 });
    expect(batch!.columns.map(({ name }) => name).slice(-2)).toEqual(['later', '__proto__']);
    expect(batch!.columns.at(-1)).toMatchObject({ cells: [null, 'ordinary'] });
  });

  it('takes rows, batches and named batches from one async generator, in order within each output', async () => {
    const batches = batchesOf(await runShim('generators.ts'));
    const rows = (output: string | null) => batches.filter((batch) => batch.output === output).flatMap(rowsOf);
    expect(rows(null)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }]);
    expect(rows('other')).toEqual([{ b: 1 }, { b: 2 }]);
  });

  it('takes Arrow tables, record batches, streams and files', async () => {
    const run = await runShim('arrow-tables.ts');
    const three = [{ n: 1 }, { n: 2 }, { n: 3 }];
    expect(batchesOf(run).map((batch) => [batch.output, rowsOf(batch)])).toEqual([
      [null, three],
      ['named', three],
      [null, three],
      ['from-file', three],
      [null, []],
    ]);
    expect(
      batchesOf(run)
        .at(-1)
        ?.columns.map(({ name }) => name),
    ).toEqual(['n']);
  });

  it('cuts many rows into frames and loses none', async () => {
    const batches = batchesOf(await runShim('many-rows.mjs'));
    expect(batches.map(({ rowCount }) => rowCount)).toEqual([65_536, 65_536, 18_928]);
    expect(rowsOf(batches[2]!).at(-1)).toEqual({ row: 149_999 });
  });

  it('sends an empty array as a batch without rows', async () => {
    const run = await runShim(await parserWith('export const parse = () => [];'));
    expect(batchesOf(run)).toEqual([{ output: null, rowCount: 0, columns: [] }]);
  });
});

describe('how a parser fails', () => {
  it('shows file, line and source of the TypeScript that threw, after the batches before it', async () => {
    const run = await runShim('throws.ts');
    expect(run.messages.map(({ kind }) => kind)).toEqual(['hello', 'batch', 'error']);
    expect(failureOf(run)).toMatchObject({
      kind: 'exception',
      type: 'RangeError',
      message: 'line 3 of the input is too long',
      file: fixture('throws.ts'),
      line: 8,
      source: "throw new RangeError('line 3 of the input is too long');",
    });
    expect(run).toMatchObject({ exitCode: 1, stdout: '', stderr: '' });
  });

  it.each([
    ['a missing package', "import 'no-such-package';", { kind: 'module_missing', name: 'no-such-package' }],
    [
      'a missing program',
      "import { execFileSync } from 'node:child_process';\nexport const parse = () => execFileSync('no-such-program');",
      { kind: 'binary_missing', name: 'no-such-program', line: 2 },
    ],
    [
      'a program the shell misses',
      "import { execSync } from 'node:child_process';\nexport const parse = () => execSync('no-such-program x', { stdio: 'pipe' });",
      { kind: 'binary_missing', name: 'no-such-program', line: 2 },
    ],
    [
      'an input that is gone',
      "import { readFileSync } from 'node:fs';\nexport function parse(path) {\n  return readFileSync(path);\n}",
      { kind: 'input_missing', name: '/no/such/input', line: 3, source: 'return readFileSync(path);' },
    ],
    [
      'JavaScript that does not compile',
      'export function parse( {',
      { kind: 'parser_invalid', line: 1, source: 'export function parse( {' },
    ],
    ['a module without a parser', 'export const other = 1;', { kind: 'parser_invalid' }],
    ['a function as a value', 'export const parse = () => [{ f() {} }];', { kind: 'return_invalid' }],
    ['a number returned', 'export const parse = () => 5;', { kind: 'return_invalid' }],
    ['nothing returned', 'export const parse = () => {};', { kind: 'return_invalid' }],
    ['an array of numbers', 'export const parse = () => [1];', { kind: 'return_invalid' }],
    ['bytes that are no Arrow', 'export const parse = () => new Uint8Array(20);', { kind: 'return_invalid' }],
    ['text that is thrown', "export const parse = () => { throw 'up'; };", { message: 'the parser threw up' }],
    [
      'a rejection nobody waits for',
      'export async function parse() {\n  Promise.reject(new Error("lost"));\n  await new Promise((r) => setTimeout(r, 5000));\n}',
      { kind: 'exception', message: 'lost', line: 2 },
    ],
    [
      'a value that contains itself',
      'export const parse = () => { const a = []; a.push(a); return [{ a }]; };',
      { kind: 'return_invalid' },
    ],
  ])('tells of %s', async (_what, source, expected) => {
    const run = await runShim(await parserWith(source), '/no/such/input');
    expect(failureOf(run)).toMatchObject(expected);
    expect(run).toMatchObject({ exitCode: 1, stdout: '', stderr: '' });
  });

  it('names the column of a value that is no data', async () => {
    const run = await runShim(await parserWith('export const parse = () => [{ ok: 1, bad: Symbol("x") }];'));
    expect(failureOf(run).message).toBe('column "bad" holds a symbol, which is not data');
  });

  it('shows the place of a syntax error in TypeScript', async () => {
    const path = await parserWith('export const a: number = 1;\nexport function parse(: string) {}\n', 'broken.ts');
    expect(failureOf(await runShim(path))).toMatchObject({
      kind: 'parser_invalid',
      file: path,
      line: 2,
      source: 'export function parse(: string) {}',
    });
  });

  it('ends with everything it started when the host hangs up', async () => {
    // The child has inherited the pipes of the shim: they close when both are gone.
    const [, signal] = await hangUpAfterFirstBatch('waits-forever.mjs');
    expect(signal).toBe('SIGKILL');
  });

  it('sends all rows over a given connection, and waits while the host does not read', async () => {
    const { messages, exit } = await runShimWithConnection('many-rows.mjs', ({ kind }) => kind === 'end');
    const rows = messages.flatMap((message) => (message.kind === 'batch' ? [message.batch.rowCount] : []));
    expect(rows).toEqual([65_536, 65_536, 18_928]);
    expect(exit).toEqual([0, null]);
  });

  it('ends when it cannot write to a given connection any more', async () => {
    const { exit } = await runShimWithConnection('many-rows.mjs', ({ kind }) => kind === 'hello');
    expect(exit).toEqual([null, 'SIGKILL']);
  });

  it('sends no end when the parser calls process.exit', async () => {
    const run = await runShim('leaves.mjs');
    expect(run.messages.map(({ kind }) => kind)).not.toContain('end');
    expect(run.exitCode).toBe(3);
  });
});
