import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { accountedLines, readTable } from './read-table.js';

test('records that lie across the borders of what is read at once are whole', async () => {
  const texts = Array.from({ length: 20_000 }, (_, row) => `text ${row}, "quoted"\nand ${'x'.repeat(row % 97)}`);
  const lines = texts.map((text, row) => `${row},"${text.replaceAll('"', '""')}",${row * 2}\r\n`);
  const read = await readTable(`id,text,double\r\n${lines.join('')}`);
  expect(read.faults).toEqual([]);
  expect(read.rows.length).toBe(texts.length);
  expect(read.rows.every((row, at) => row[0] === `${at}` && row[1] === texts[at] && row[2] === `${at * 2}`)).toBe(true);
  expect(read.lines.at(-1)).toBe(2 * texts.length);
  expect(read.accounting).toMatchObject({ lines: 2 * texts.length + 1, header: 1, rows: 2 * texts.length });
});

test('the same from gzip in UTF-16', async () => {
  const rows = Array.from({ length: 40_000 }, (_, row) => `${row};Größe ${row};日本${row}\n`);
  const read = await readTable(gzipSync(Buffer.from(`\ufeffid;a;b\n${rows.join('')}`, 'utf16le')), 'a.csv.gz');
  expect(read.rows.length).toBe(40_000);
  expect(read.rows.every((row, at) => row[1] === `Größe ${at}` && row[2] === `日本${at}`)).toBe(true);
});

test('a field of 10 MB with lines in it is one field', async () => {
  const long = 'a line of text, with a comma\n'.repeat(360_000);
  const read = await readTable(`id,text\n1,"${long}"\n2,short\n`);
  expect(read.rows[0]?.[1] === long).toBe(true);
  expect(read.rows[1]).toEqual(['2', 'short']);
  expect(read.accounting).toMatchObject({ lines: 360_003, rows: 360_002 });
});

test('a table of 10,000 columns is read', async () => {
  const line = (row: number) => Array.from({ length: 10_000 }, (_, column) => row * column).join(',');
  const names = Array.from({ length: 10_000 }, (_, column) => `c${column}`);
  const read = await readTable(`${names.join(',')}\n${Array.from({ length: 30 }, (_, row) => line(row)).join('\n')}`);
  expect(read.columns).toEqual(names);
  expect(read.rows.length).toBe(30);
  expect(read.rows.every((row, at) => row[9_999] === `${at * 9_999}`)).toBe(true);
});

test('an unclosed quote in the middle of a long file is one fault', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `${row},some text of row ${row},${row * 2}`);
  rows[20_000] = '20000,"never closed,40000';
  const read = await readTable(`id,text,double\n${rows.join('\n')}\n`);
  expect(read.faults).toMatchObject([{ row: 20_000, code: 'unclosed_quote', raw: rows[20_000] }]);
  expect(read.rows.length).toBe(60_000);
  expect(read.rows[20_001]).toEqual(['20001', 'some text of row 20001', '40002']);
  expect(read.lines[20_001]).toBe(20_003);
});

test('the end of a long file is looked at: its footer, and its letters', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `${row};some plain text of row ${row};${row}`);
  const text = `id;text;n\n${rows.join('\n')}\n60000;M\xfcller;1\n\nTotal;;60001\n`;
  const read = await readTable(Buffer.from(text, 'latin1'));
  expect(read.rows.at(-1)).toEqual(['60000', 'Müller', '1']);
  expect(read.accounting).toMatchObject({ skipped: { footer: 1, blank: 1 } });
  expect(accountedLines(read.accounting)).toBe(60_004);
});

test('the footer of a packed file is found when its end comes', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `${row};some plain text of row ${row};${row}`);
  const read = await readTable(gzipSync(`id;text;n\n${rows.join('\n')}\n\nTotal;;60000\n`), 'a.csv.gz');
  expect(read.faults).toEqual([]);
  expect(read.rows.at(-1)?.[0]).toBe('59999');
  expect(read.accounting).toMatchObject({ rows: 60_000, skipped: { footer: 1, blank: 1 } });
});

test('one byte of another encoding far behind does not change how the file is decoded', async () => {
  const rows = Array.from({ length: 60_000 }, (_, row) => `${row};Größe ${row};x`);
  const parts = [
    `id;text;n\n${rows.slice(0, 50_000).join('\n')}\n50000;M`,
    `ller;x\n${rows.slice(50_001).join('\n')}\n`,
  ];
  const read = await readTable(Buffer.concat([Buffer.from(parts[0]!), Buffer.from([0xfc]), Buffer.from(parts[1]!)]));
  expect(read.faults).toMatchObject([{ row: 50_000, code: 'bad_encoding', raw: '50000;M\\xfcller;x' }]);
  expect(read.rows[59_999]).toEqual(['59999', 'Größe 59999', 'x']);
});
