import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportLines } from '../../../../src/pipeline/quarantine/export/export-lines.js';
import { writeWholeFile } from '../../../../src/pipeline/quarantine/export/write-whole-file.js';
import type { QuarantineEntry } from '../../../../src/pipeline/quarantine/quarantine-entry.js';
import { temporaryFolder } from '../../../cli/store.js';
import { all } from '../ledger.js';

const ENTRY: QuarantineEntry = {
  id: 'id',
  jobId: 'job',
  parser: 'sales',
  output: 'sales',
  source: '/data/a,b.csv',
  rowNumber: 47,
  column: 'date',
  errorType: 'invalid_date',
  errorMessage: `"31/02" is not a date`,
  fileId: 'file',
  errors: [],
  raw: '{"date":"31/02","id":9007199254740993}',
  status: 'quarantined',
  resolvedBy: null,
  reason: null,
  createdAt: 0,
  resolvedAt: null,
};

async function* given(...raws: string[]): AsyncGenerator<QuarantineEntry> {
  for (const raw of raws) yield await Promise.resolve({ ...ENTRY, raw });
}

const exported = async (format: 'csv' | 'jsonl', raws: string[], verbatim = false): Promise<string> =>
  (await all(exportLines(given(...raws), format, { verbatim }))).join('');

test('CSV has the columns of all rows, and behind them what is wrong', async () => {
  const raws = [ENTRY.raw, '{"id":null,"note":"","list":[1,{"a":2}],"multi":"a\\nb"}'];
  const lineage = '47,"/data/a,b.csv",date,invalid_date,"""31/02"" is not a date",id';
  expect(await exported('csv', raws)).toBe(
    [
      'date,id,note,list,multi,_cf_row,_cf_source,_cf_error_column,_cf_error_type,_cf_error_message,_cf_id',
      `31/02,9007199254740993,,,,${lineage}`,
      `,,"","[1,{""a"":2}]","a\nb",${lineage}`,
      '',
    ].join('\n'),
  );
});

test('CSV disarms what a spreadsheet would run, but no number', async () => {
  const raw = '{"@a":"=1+1","b":"-5","c":"+49 30 123","d":"-cmd|calc"}';
  const line = async (verbatim: boolean): Promise<string[]> => (await exported('csv', [raw], verbatim)).split('\n');
  const [safeHead, safe] = await line(false);
  expect(safeHead).toMatch(/^'@a,b,c,d,_cf_row/);
  expect(safe).toMatch(/^'=1\+1,-5,'\+49 30 123,'-cmd\|calc,47/);
  expect((await line(true))[1]).toMatch(/^=1\+1,-5,\+49 30 123,-cmd\|calc,47/);
});

test('JSON lines keep every digit and every character', async () => {
  const raw = '{"date":"=\u2028","id":9007199254740993}';
  const text = await exported('jsonl', [raw, raw]);
  expect(text.split('\n')).toHaveLength(3);
  expect(text).toContain(`"error_type":"invalid_date","error_message":"\\"31/02\\" is not a date"`);
  expect(text).toContain(`,"raw":${raw}}\n`);
});

test('a file appears whole, or the one that was there stays', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'rows.csv');
  await writeFile(path, 'before');
  const broken = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve('half');
    throw new Error('the database went away');
  };
  await expect(writeWholeFile(path, broken())).rejects.toThrow('the database went away');
  expect(await readFile(path, 'utf8')).toBe('before');
  await writeWholeFile(path, exportLines(given('{}'), 'jsonl', { verbatim: false }));
  expect(await readFile(path, 'utf8')).toContain('"raw":{}');
  expect(await readdir(folder)).toEqual(['rows.csv']);
  const elsewhere = writeWholeFile(
    join(folder, 'no', 'rows.csv'),
    exportLines(given('{}'), 'csv', { verbatim: false }),
  );
  await expect(elsewhere).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
});
