import { expect, test } from 'vitest';
import { driftSentences } from '../../../src/tables/infer/drift.js';
import { readContent } from '../reader-place.js';

const columns = [
  { name: 'id', type: 'int!' },
  { name: 'day', type: 'date', format: '%d/%m/%Y' },
];

test('a contract is held to: nothing is found out, and what does not fit is set aside', async () => {
  const { rows, quarantine, report } = await readContent('id,day\n1,01/02/2024\n,02/02/2024\n3,31/02/2024\n4,\n', {
    contract: { columns },
  });
  expect(rows).toEqual([
    { id: 1, day: '2024-02-01' },
    { id: 4, day: null },
  ]);
  expect(quarantine.map(({ column, error_type }) => [column, error_type])).toEqual([
    ['id', 'null_required'],
    ['day', 'invalid_date'],
  ]);
  expect(report.reading).toMatchObject({ table: null, drift: { added: [], missing: [] } });
});

test('columns that are new or missing fail, by name, unless the contract says otherwise', async () => {
  const { report } = await readContent('id,Day,extra\n1,01/02/2024,x\n', { contract: { columns } });
  expect(report.error).toMatchObject({ code: 'COLUMNS_MISMATCH' });
  expect(`${report.error?.message} ${report.error?.why}`).toMatch(
    /'day' is missing; 'Day' looks like it.*'extra' is new/,
  );
});

const DRIFTED = 'id,extra\n1,x\n2,\n';

test.each([
  ['ignore', [{ id: 1, day: null }, { id: 2, day: null }], 0], // oxfmt-ignore
  ['keep', [{ id: 1, day: null, extra: 'x' }, { id: 2, day: null, extra: null }], 0], // oxfmt-ignore
  ['quarantine', [{ id: 2, day: null }], 1],
])('a new column, and the contract says "%s"', async (added, expected, setAside) => {
  const contract = { columns, drift: { added, missing: 'null' } };
  const { rows, quarantine, report } = await readContent(DRIFTED, { contract });
  expect(rows).toEqual(expected);
  expect(quarantine).toHaveLength(setAside);
  expect(report.reading?.drift).toMatchObject({ added: ['extra'], missing: ['day'] });
  if (setAside > 0) expect(quarantine[0]).toMatchObject({ row_number: 1, error_type: 'unexpected_column' });
});

test('values of another type are counted by column, with what they are instead', async () => {
  const declared = [
    { name: 'id', type: 'int', min: 2 },
    { name: 'net', type: 'int' },
    { name: 'day', type: 'date' },
    { name: 'note', type: 'string' },
  ];
  const lines = [
    '1,1.50,2024-01-31,a',
    '2,2,31/01/2024,b',
    '3,2.25,30/01/2024,c',
    'x,4,2024-02-01,d',
    '5,5,2024-02-02,e',
  ];
  const { report } = await readContent(`id,net,day,note\n${lines.join('\n')}\n`, {
    contract: { columns: declared },
    limits: { share: 1, rows: 100 },
  });
  expect(report.reading?.drift?.changed).toEqual([
    { column: 'id', declared: 'int', found: 'string', misfits: 1, first: { row: 4, value: 'x' } },
    { column: 'net', declared: 'int', found: 'decimal(18,2)', misfits: 2, first: { row: 1, value: '1.50' } },
    { column: 'day', declared: 'date', found: 'date %d/%m/%Y', misfits: 2, first: { row: 2, value: '31/01/2024' } },
  ]);
  expect(driftSentences(report.reading!.drift!)).toEqual([
    "column 'id' was int, and 1 value is not: it is string, first row 4 'x'",
    "column 'net' was int, and 2 values are not: they are decimal(18,2), first row 1 '1.50'",
    "column 'day' was date, and 2 values are not: they are date %d/%m/%Y, first row 2 '31/01/2024'",
  ]);
});

test('leading zeros that a contract of numbers costs are counted', async () => {
  const { rows, report } = await readContent('id,net\n1,0.5\n007,2\n-08,\n0,01.5\n', {
    contract: {
      columns: [
        { name: 'id', type: 'int' },
        { name: 'net', type: 'decimal(9,2)' },
      ],
    },
  });
  expect(rows.map(({ id }) => id)).toEqual([1, 7, -8, 0]);
  expect(report.reading?.drift?.changed).toMatchObject([
    { column: 'id', found: 'string (leading zeros)', misfits: 2, first: { row: 2, value: '007' } },
    { column: 'net', found: 'string (leading zeros)', misfits: 1, first: { row: 4, value: '01.5' } },
  ]);
});

const RENAMED = [
  { name: 'Province_State', type: 'string', aliases: ['Province/State'] },
  { name: 'Confirmed', type: 'int' },
];

test('a column under an alias is read as the column of the contract', async () => {
  const contract = { columns: RENAMED };
  const { rows, quarantine, report } = await readContent('Province/State,Confirmed\nHubei,5\nHenan,x\n', { contract });
  expect(rows).toEqual([{ Province_State: 'Hubei', Confirmed: 5 }]);
  expect(quarantine[0]).toMatchObject({ raw: { Province_State: 'Henan', Confirmed: 'x' } });
  expect(report.reading?.drift).toMatchObject({ added: [], missing: [] });
});

test('a file with both the name and an alias of a column fails and names them', async () => {
  const content = 'Province/State,Province_State,Confirmed\nHubei,Henan,5\n';
  const { report } = await readContent(content, { contract: { columns: RENAMED } });
  expect(report.error).toMatchObject({ code: 'COLUMNS_MISMATCH' });
  expect(report.error?.message).toContain("has both 'Province_State' and 'Province/State'");
});

test('a date column with several formats reads each file of a folder that changed its format', async () => {
  const contract = {
    columns: [{ name: 'Last_Update', type: 'datetime', format: ['%Y-%m-%d %H:%M:%S', '%m/%d/%Y %H:%M'] }],
  };
  const { rows } = await readContent('Last_Update\n2020-03-22 23:45:00\n1/22/2020 17:00\n', { contract });
  expect(rows).toEqual([{ Last_Update: '2020-03-22T23:45:00' }, { Last_Update: '2020-01-22T17:00:00' }]);
});
