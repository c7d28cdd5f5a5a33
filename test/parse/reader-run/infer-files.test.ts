import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { inferFiles, type InferredFiles } from '../../../src/parse/index.js';
import { driftSentences } from '../../../src/tables/infer/drift.js';
import { contractFileOf } from '../../../src/parse/reader-run/compare-tables.js';
import { summary } from '../../tables/infer/tables.js';

async function inferAll(files: Record<string, string>, maxRows?: number): Promise<InferredFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'infer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const inputs = Object.keys(files).map((name) => ({ name, path: join(folder, name), bytes: undefined }));
  for (const { name, path } of inputs) await writeFile(path, files[name]!);
  return inferFiles({
    inputs,
    format: {},
    types: new Map(),
    signal: new AbortController().signal,
    ...(maxRows === undefined ? {} : { maxRows }),
  });
}

const rows = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${make(index)}\n`).join('');

it('cites rows by their file', async () => {
  const { table } = await inferAll({
    'a.csv': `id,day,n\n${rows(60, (i) => `${i},01/02/24,${i}`)}`,
    'b.csv': `id,day,n\n${rows(60, (i) => `${i},${i === 46 ? '31/05/24' : '01/02/24'},${i === 9 ? 'x' : i === 4 ? 'NA' : i}`)}`,
  });
  expect(table.rows).toBe(120);
  expect(table.columns.map(summary)).toEqual(['int', 'date %d/%m/%y', 'int nulls NA -1']);
  expect(table.columns[1]!.evidence).toEqual([
    'all 120 values fit date DD/MM/YY',
    "row 47 of b.csv '31/05/24' rules out date MM/DD/YY",
  ]);
  expect(table.columns[2]!.evidence).toEqual([
    "118 of 119 values fit int; 1 does not and would be quarantined, first row 10 of b.csv 'x'",
    "'NA' means no value in 1 row, first row 5 of b.csv",
  ]);
  expect(table.columns[2]!.misfits.first).toEqual({ row: 10, file: 'b.csv', value: 'x' });
});

it('has the columns of all files, and says by column how each differs from the first', async () => {
  const { table, files } = await inferAll({
    'a.csv': 'id,price\n1,5\n2,6\n',
    'b.csv': 'id,price,note\n3,5.50,x\n',
    'c.csv': 'id,note\nA4,y\n',
    'd.csv': 'id;price\n4;1,5\n',
  });
  expect(table.columns.map((column) => `${column.name} ${summary(column)}`)).toEqual([
    'id string',
    'price string ? decimal(18,2)',
    'note string',
  ]);
  expect(table.columns[1]!.evidence).toContain('1 row is empty');
  expect(files.map(({ drift }) => drift && driftSentences(drift))).toEqual([
    null,
    ["column 'note' is new", "column 'price' was int and is now decimal(18,2)"],
    ["column 'price' is missing", "column 'note' is new", "column 'id' was int and is now string"],
    ["column 'price' was int and is now decimal(18,1) written like 1234,56"],
  ]);
});

it('looks at as many rows of each file as told', async () => {
  const { table } = await inferAll({ 'a.csv': 'n\n1\n2\nx\n', 'b.csv': 'n\n3\n4\ny\n' }, 2);
  expect(table).toMatchObject({ rows: 4, isWhole: false, columns: [{ type: 'int' }] });
});

it('takes text for what files with types do not agree on', async () => {
  const { table } = await inferAll({ 'a.ndjson': '{"a":1}\n{"a":2}\n', 'b.ndjson': '{"a":"x"}\n{"a":"007"}\n' });
  expect(table.columns.map(summary)).toEqual(['string']);
});

it('saves what all files agree in, so that each of them is read by it', async () => {
  const saved = async (files: Record<string, string>) => contractFileOf(await inferAll(files));
  expect(await saved({ 'a.csv': 'id,n\n1,2\n', 'b.csv': 'id,n\n3,4\n' })).toMatchObject({
    dialect: { delimiter: ',', header_lines: 1 },
    drift: { added: 'fail', missing: 'fail' },
  });
  const { dialect, drift } = await saved({
    'a.csv': 'id,n\n1,2\n',
    'b.csv': 'id;n\n3;4\n',
    'c.csv': 'id,n,m\n5,6,7\n',
  });
  expect(dialect).not.toHaveProperty('delimiter');
  expect(dialect).toMatchObject({ header_lines: 1 });
  expect(drift).toMatchObject({ added: 'fail', missing: 'null' });
  expect(await saved({ 'a.csv': 'id,n\n1,2\n', 'b.json': '[{"id": 1, "n": 2}]' })).toMatchObject({ dialect: null });
});
