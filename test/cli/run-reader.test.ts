import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { casparian, casparianBatch, casparianJson } from './casparian.js';
import { temporaryFolder } from './store.js';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

test('a file that is large enough for a thread comes out as it went in, to the last line', async () => {
  const rows = Array.from({ length: 320_000 }, (_, row) => `${row},0${row},some text in row ${row}\n`).join('');
  const path = await file('large.csv', `id,code,text\n${rows}torn\n`);
  const { code, json } = await casparianJson(['run', path, '--out', folder]);
  expect(code).toBe(0);
  expect(json).toMatchObject({
    status: 'completed_with_warnings',
    parser: null,
    parser_version: null,
    interpreter: null,
    rows_in: 320_001,
    rows_quarantined: 1,
    accounting: { lines: 320_002, header: 1, preamble: 0, valid: 320_000, quarantined: 1, skipped: 0 },
  });
}, 60_000);

test('what a person sees of two files', async () => {
  await file('a.csv', 'id;net\n007;1,50\n008;2,25\n');
  await file('b.tsv', 'id\tday\n1\t01/02/2024\n\n2\t02/03/2024\n');
  const { code, stdout, stderr } = await casparian(['run', 'a.csv', 'b.tsv', '--out', 'clean'], { cwd: folder });
  expect(code).toBe(0);
  expect(stderr).toContain('CSV, separated by semicolons, UTF-8, 1 header line\nid string, net decimal(18,2)\n');
  expect(stderr).toContain('CSV, separated by tabs, UTF-8, 1 header line\n');
  expect(`${stdout}${stderr}`.match(/^(a\.csv|b\.tsv)/gm)).toEqual(['a.csv', 'b.tsv']);
  expect(stderr).toContain('? day is read as string, but could be:\n');
  expect(stdout).toContain('lines 4 = header 1 + valid 2 + skipped 1\n→ clean/b/b.parquet (2 rows)\n');
  expect(stdout).toMatch(/2 of 2 files done\nrows in 4 = valid 4 \+ quarantined 0\n$/);
});

test('what cannot be meant is refused', async () => {
  const data = await file('data.csv', 'a,b\n1,2\n');
  const parser = await file('parser.py', 'def parse(path):\n    return []\n');
  await mkdir(join(folder, 'nothing'));
  const missing = join(folder, 'missing.csv');
  const calls: [args: string[], code: number, error: string, words: RegExp][] = [
    [[parser], 2, 'USAGE', /No input file was given for the parser/],
    [[data, parser], 2, 'USAGE', /Is '.*parser\.py' the parser\?/],
    [[data, '--python', 'python3'], 2, 'USAGE', /--python cannot be used without a parser/],
    [[parser, data, '--delimiter', ';'], 2, 'USAGE', /--delimiter cannot be used with a parser/],
    [[data, '--contract', missing, '--type', 'a=int'], 2, 'USAGE', /--contract and --type/],
    [[data, '--type', 'a'], 2, 'OPTION_INVALID', /--type cannot be 'a'/],
    [[data, '--type', 'c=int'], 2, 'OPTION_INVALID', /A type is given for column 'c'/],
    [[missing], 3, 'INPUT_NOT_FOUND', /There is no file/],
    [[join(folder, 'nothing')], 2, 'USAGE', /No input file was given for the parser folder/],
    [[join(folder, 'nothing'), '--into', 'all'], 2, 'USAGE', /No input file was given for the parser folder/],
    [[data, '--format', 'csv', '--out', folder], 1, 'OUTPUT_UNWRITABLE', /would replace .*data\.csv' itself/],
  ];
  const ended = await casparianBatch(calls.map(([args]) => ['run', '--json', '--out', join(folder, 'out'), ...args]));
  const told = ended.map(({ code, stdout }) => {
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    return [code, error.code, error.message] as const;
  });
  expect(told.map(([code, error]) => [code, error])).toEqual(calls.map(([, code, error]) => [code, error]));
  told.forEach(([, , message], index) => expect(message).toMatch(calls[index]![3]));
  expect(await readFile(data, 'utf8')).toBe('a,b\n1,2\n');
});
