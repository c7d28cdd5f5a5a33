import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ReadFile, readContent } from '../reader-place.js';

/** Every line of the file has its place, and every row. */
function expectAddsUp({ report }: ReadFile, lines: number): void {
  const { accounting } = report;
  expect(accounting?.lines).toBe(lines);
  const { header = 0, preamble = 0, valid = 0, quarantined = 0, skipped = 0 } = accounting ?? {};
  expect(header + preamble + valid + quarantined + skipped).toBe(lines);
  expect(report.rowsValid + report.rowsQuarantined).toBe(report.rowsIn);
}

test('leading zeros survive, and so do integers longer than 64 bits', async () => {
  const read = await readContent('zip,account\n01067,12345678901234567890123\n99999,1\n');
  expect(read.rows).toEqual([
    { zip: '01067', account: expect.anything() as unknown },
    { zip: '99999', account: expect.anything() as unknown },
  ]);
  expect(await readFile(read.report.outputs[0]!.path, 'utf8')).toContain('12345678901234567890123');
  expectAddsUp(read, 3);
});

test('dates that can be read in two ways stay text, until somebody says what they are', async () => {
  const text = 'id,day\n1,01/02/2024\n2,03/04/2024\n';
  const { rows, report } = await readContent(text);
  expect(rows[0]).toEqual({ id: 1, day: '01/02/2024' });
  expect(report.reading?.table?.columns[1]?.alternatives).toHaveLength(2);
  const types = new Map([['day', { type: 'date', format: '%d/%m/%Y' }]]);
  expect((await readContent(text, { types })).rows[1]).toEqual({ id: 2, day: '2024-04-03' });
});

test('a value outside its type is quarantined and counted, never nulled', async () => {
  const good = Array.from({ length: 200 }, (_, row) => `${row},${row}.50\n`).join('');
  const read = await readContent(`id,amount\n${good}200,n.v.t.\n`);
  expect(read.report).toMatchObject({ status: 'completed_with_warnings', rowsIn: 201, rowsQuarantined: 1 });
  expect(read.quarantine).toMatchObject([
    { row_number: 201, column: 'amount', error_type: 'invalid_decimal', raw: { id: '200', amount: 'n.v.t.' } },
  ]);
  expectAddsUp(read, 202);
});

test('a name that stands twice is noted once', async () => {
  const { report } = await readContent('name,qty,qty\na,1,2\n');
  expect(report.reading?.notes).toEqual(['A name is used more than once: called qty_2.']);
});

test('decimal commas and thousands are numbers', async () => {
  const { rows } = await readContent('name;net\na;1.234,50\nb;2,25\nc;12.345,00\n');
  expect(rows.map(({ net }) => net)).toEqual(['1234.50', '2.25', '12345.00']);
});

test('what is no row of the table goes to the quarantine with its text and its number', async () => {
  const read = await readContent('a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,"x\ny",12\n13,"14\n');
  expect(read.quarantine).toMatchObject([
    { row_number: 2, column: null, error_type: 'too_few_fields', raw: { _raw: '4,5' } },
    { row_number: 3, column: null, error_type: 'too_many_fields', raw: { _raw: '6,7,8,9' } },
    { row_number: 5, column: 'b', error_type: 'unclosed_quote', raw: { _raw: '13,"14' } },
  ]);
  expect(read.rows.map(({ a }) => a)).toEqual([1, 10]);
  expect(read.report.accounting).toMatchObject({ header: 1, valid: 3, quarantined: 3, skipped: 0 });
  expectAddsUp(read, 7);
});

test('a quarantined record of several lines is counted by its lines, without the blank ones behind it', async () => {
  const columns = [
    { name: 'id', type: 'int' },
    { name: 'note', type: 'string' },
  ];
  const read = await readContent('id,note\n1,a\nx,"two\nlines"\n\n\n3,c\n', { contract: { columns } });
  expect(read.report.accounting).toEqual({ lines: 7, header: 1, preamble: 0, valid: 2, quarantined: 2, skipped: 2 });
  expect(read.quarantine).toMatchObject([{ row_number: 2, column: 'id', raw: { id: 'x', note: 'two\nlines' } }]);
});

test('lines before the header are told from it', async () => {
  const rows = 'id;name;net\n1;Anna;1.5\n2;Bert;2.5\n3;Cleo;3.5\n4;Dora;4.5\n';
  const read = await readContent(`Export of 2024-01-31\nDepartment 7\n\n${rows}`);
  expect(read.rows[0]).toEqual({ id: 1, name: 'Anna', net: '1.5' });
  expect(read.report.accounting).toMatchObject({ lines: 8, preamble: 3, header: 1, valid: 4 });
});

test.each([
  ['utf-8', Buffer.from('name,city\nJosé,Köln\n')],
  ['utf-8 with a mark', Buffer.from('\uFEFFname,city\nJosé,Köln\n')],
  ['utf-16', Buffer.from('\uFEFFname,city\nJosé,Köln\n', 'utf16le')],
  ['latin-1', Buffer.from('name,city\nJosé,Köln\n', 'latin1')],
])('%s is read', async (_, content) => {
  expect((await readContent(content)).rows).toEqual([{ name: 'José', city: 'Köln' }]);
});

test('columns keep the order of the file, even those that are numbers', async () => {
  const { report } = await readContent('country,2023,2022\nDE,1,2\nFR,3,4\n');
  expect(await readFile(report.outputs[0]!.path, 'utf8')).toMatch(/^\{"country":"DE","2023":1,"2022":2,/);
});

test('the output has the name of the file, and says what read it', async () => {
  const { report } = await readContent('a,b\n1,2\n', { name: '.odd:name.csv' });
  expect(report).toMatchObject({ parser: null, interpreter: null, outputs: [{ name: 'odd_name', rows: 1 }] });
  expect(await readFile(report.outputs[0]!.path, 'utf8')).toMatch(/"_cf_row":1,.*"_cf_parser":"builtin:csv@/);
});

test('too many bad rows fail, with the quarantine as evidence', async () => {
  const { report, quarantine } = await readContent('a,b\n1,2\n1\n2\n3,4,5\n', { limits: { share: 0.5, rows: 10 } });
  expect(report).toMatchObject({ status: 'failed', outputs: [], error: { code: 'QUARANTINE_LIMIT' } });
  expect(quarantine).toHaveLength(3);
});

test('what is no table is refused, and leaves nothing', async () => {
  const { report } = await readContent(Buffer.from('%PDF-1.7\n%âãÏÓ'), { name: 'page.pdf' });
  expect(report).toMatchObject({ status: 'failed', error: { code: 'INPUT_NOT_A_TABLE' }, accounting: null });
});

test('a run that is interrupted says so, and leaves nothing', async () => {
  const stop = new AbortController();
  const { report } = await readContent('a,b\n1,2\n', { signal: stop.signal, onRows: () => stop.abort() });
  expect(report).toMatchObject({ status: 'failed', outputs: [], error: { code: 'INTERRUPTED' } });
});
