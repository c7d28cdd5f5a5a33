import { expect, test } from 'vitest';
import { accountedLines, readTable } from '../read-table.js';

const LINES = [
  'id  name       amount',
  '1   änna        12.50',
  '2   bert jones   3.00',
  '3   carl         4.10',
  '4   dora smith   5.20',
  '5               10.00',
];

test('columns that stand one below the other are read without their blanks', async () => {
  const read = await readTable(`${LINES.join('\n')}\n`, 'a.txt');
  expect(read.format.kind).toBe('fixed_width');
  expect(read.columns).toEqual(['id', 'name', 'amount']);
  expect(read.rows).toEqual([
    ['1', 'änna', '12.50'],
    ['2', 'bert jones', '3.00'],
    ['3', 'carl', '4.10'],
    ['4', 'dora smith', '5.20'],
    ['5', null, '10.00'],
  ]);
});

test('a rule below the names says where the columns are', async () => {
  const read = await readTable(
    'Report\n\nname       n  day\n---------- -- ----------\nanna        1 2024-01-31\n\nbert jones  2 2024-02-01\n',
    'a.txt',
  );
  expect(read.rows).toEqual([
    ['anna', '1', '2024-01-31'],
    ['bert jones', '2', '2024-02-01'],
  ]);
  expect(read.accounting).toMatchObject({ preamble: 2, header: 2, rows: 2, skipped: { blank: 1 } });
  expect(accountedLines(read.accounting)).toBe(read.accounting.lines);
});

test('a value that is longer than its column is a fault, not two other values', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => LINES[1 + (row % 5)]);
  const read = await readTable([LINES[0], ...rows, '6   maximilian12345.00'].join('\r\n'), 'a.txt');
  expect(read.columns).toEqual(['id', 'name', 'amount']);
  expect(read.faults).toMatchObject([{ row: 40, code: 'not_a_record', raw: '6   maximilian12345.00' }]);
});

test('a format that is given is honoured: columns one space apart, and as few lines as there are', async () => {
  const given = { format: 'fixed_width' as const };
  const narrow = await readTable('a b c\n1 2 3\n', 'a.txt', given);
  expect([narrow.columns, narrow.rows]).toEqual([['a', 'b', 'c'], [['1', '2', '3']]]);
  const aligned = await readTable('name  age city\nAnna   12 Rom\nBob     9 Bonn\n', 'a.txt', given);
  expect(aligned.columns).toEqual(['name', 'age', 'city']);
  expect(aligned.rows).toEqual([
    ['Anna', '12', 'Rom'],
    ['Bob', '9', 'Bonn'],
  ]);
});
