import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addReadingOptions } from '../../src/cli/options/reading.js';
import { isReadableName } from '../../src/pipeline/builtin/readable-name.js';
import { FORMATS, formatOf, formatOfName, UNREAD_FORMATS } from '../../src/tables/formats.js';
import { readTable } from './read-table.js';

describe('every format of the table', () => {
  test.each(FORMATS.map((row) => [row.name, row] as const))('%s is offered as --input-format', (name) => {
    const { options } = addReadingOptions(new Command());
    const choices = options.find(({ long }) => long === '--input-format')?.argChoices;
    expect(choices).toContain(name.replaceAll('_', '-'));
  });

  test.each(FORMATS.flatMap(({ kind, endings }) => endings.map((ending) => [ending, kind] as const)))(
    'files that end in .%s are read without a parser, compressed or not',
    (ending, kind) => {
      expect(formatOfName(`data.${ending.toUpperCase()}`)).toBe(kind);
      expect(isReadableName(`folder.zip/data.${ending}`)).toBe(true);
      expect(isReadableName(`data.${ending}.gz`)).toBe(true);
    },
  );

  test('has a section or a row in the reference', () => {
    const page = readFileSync(new URL('../../docs/reference/formats.md', import.meta.url), 'utf8').toLowerCase();
    expect(FORMATS.filter(({ label }) => !page.includes(label.toLowerCase()))).toEqual([]);
  });

  test('has names and endings of its own', () => {
    const names = [...FORMATS, ...UNREAD_FORMATS].map(({ name }) => name);
    const endings = FORMATS.flatMap((row) => row.endings);
    expect([new Set(names).size, new Set(endings).size]).toEqual([names.length, endings.length]);
  });
});

test('a format without a row is a bug', () => {
  expect(() => formatOf({ kind: 'avro' } as never)).toThrow("formats.ts has no row for 'avro'");
});

test.each(['parquet', 'excel'] as const)(
  'a text that is said to be %s is refused, not read as something else',
  async (format) => {
    await expect(readTable('a,b\n1,2\n', 'a.csv', { format })).rejects.toMatchObject({
      code: 'INPUT_NOT_A_TABLE',
      why: expect.stringMatching(/It is text, not (Parquet|Excel)/) as string,
    });
  },
);

test('a binary format inside gzip is refused with the command that unpacks it', async () => {
  const zip = gzipSync(Buffer.from(`PK\x03\x04${'\0'.repeat(26)}xl/workbook.xml`));
  await expect(readTable(zip, 'book.xlsx.gz')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    message: expect.stringContaining('is a file of Excel inside gzip') as string,
    next: [expect.stringContaining('gunzip -k')],
  });
});

test('commas within numbers are no delimiter where gaps separate columns, unless the user says so', async () => {
  const text = '1,234  2,345\n3,456  4,567\n5,678  6,789\n7,890  8,901\n';
  expect((await readTable(text, 'report.txt')).format.kind).toBe('fixed_width');
  expect((await readTable(text, 'report.txt', { format: 'delimited' })).format.kind).toBe('delimited');
});

test.each([
  ['a name that was once taken for "no value"', 'unknown,missing\n1,2\n3,4\n', ['unknown', 'missing']],
  ['values that mean "no value"', 'id,note\n<null>,1\n(blank),2\n3,n.a.\n', ['id', 'note']],
  ['words for true and false in other languages', 'paid,open\nsim,on\nnão,off\nsim,off\n', ['paid', 'open']],
])('a header is found above %s', async (_what, text, names) => {
  expect((await readTable(text)).columns).toEqual(names);
});
