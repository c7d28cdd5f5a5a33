import { expect, test } from 'vitest';
import { readCsvText } from '../../../src/passport/documents/csv-text.js';
import { withPlaces } from '../../../src/passport/documents/problem.js';

const rowsOf = (text: string): unknown[] =>
  readCsvText(text).rows.map(({ cells }) => Object.fromEntries([...cells].map(([name, cell]) => [name, cell.text])));
const problemsOf = (text: string): unknown[] =>
  withPlaces(text, readCsvText(text).problems).map(({ message, line, column }) => [message, line, column]);

test.each([
  [
    'sku,total\nA,1.50\nB,2\n',
    [
      { sku: 'A', total: '1.50' },
      { sku: 'B', total: '2' },
    ],
  ],
  ['sku;name\r\nA;"x;y ""z""\r\n2"\r\n', [{ sku: 'A', name: 'x;y "z"\r\n2' }]],
  ['a\tb\rone\t"two"', [{ a: 'one', b: 'two' }]],
  ['a,b\n\nA,\n,B\n\n', [{ a: 'A' }, { b: 'B' }]],
  ['a,b\n 7 ,""\n', [{ a: ' 7 ' }]],
  ['only\n1\n', [{ only: '1' }]],
  ['a,b\n', []],
])('%j is read cell by cell', (text, rows) => {
  expect(readCsvText(text).problems).toEqual([]);
  expect(rowsOf(text)).toEqual(rows);
});

test.each([
  ['', ['the document is empty', 1, 1]],
  ['a,a\n1,2\n', ['two columns have the name a', 1, 3]],
  ['a,\n1,2\n', ['column 2 has no name', 1, 3]],
  ['a,b\n1\n', ['the row has 1 cells, the header has 2', 2, 1]],
  ['a,b\n1,2\n1,2,3\n', ['the row has 3 cells, the header has 2', 3, 1]],
  ['a,b\n1,"2\n', ['the quote that begins this cell is never closed', 2, 3]],
  ['a,b\n1,x"y"\n', ['a quote is inside of a cell that does not begin with one', 2, 4]],
  ['a,b\n1,"x"y\n', ['text follows the quote that ends the cell', 2, 6]],
])('%j is refused with its place', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

test('the number of rows is limited', () => {
  expect(problemsOf(`a\n${'1\n'.repeat(200_001)}`)).toEqual([['the document has more than 200000 rows', 200_002, 1]]);
});
