import { expect, test } from 'vitest';
import { renderProperties, renderTable } from '../../../src/cli/output/table.js';

const COLUMNS = [
  { title: 'NAME', cell: (row: string[]) => row[0]! },
  { title: 'COUNT', cell: (row: string[]) => row[1]!, align: 'right' as const },
  { title: 'NOTE', cell: (row: string[]) => row[2]! },
];

test('columns line up under their titles, and nothing trails', () => {
  expect(
    renderTable(
      COLUMNS,
      [
        ['a', '1', ''],
        ['longer', '1000', 'words'],
      ],
      Infinity,
    ),
  ).toBe(['NAME    COUNT  NOTE', 'a           1', 'longer   1000  words'].join('\n'));
});

test('the last column is cut where the terminal ends', () => {
  const [, line] = renderTable(COLUMNS, [['a', '1', 'a long story about it']], 24).split('\n');
  expect(line).toBe('a         1  a long sto…');
});

test('of a path the end is kept', () => {
  const paths = [{ title: 'PATH', cell: (row: string) => row, cut: 'begin' as const }];
  expect(renderTable(paths, ['/very/long/way/to/orders.csv'], 14)).toBe('PATH\n…to/orders.csv');
});

test('control characters cannot leave their cell', () => {
  expect(renderTable(COLUMNS, [['a', '1', 'one\n  two\u001b[31m']], Infinity)).toContain('one two�[31m');
});

test('properties with several lines stay under their value', () => {
  expect(
    renderProperties([
      ['id', '1'],
      ['payload', '{\n}'],
    ]),
  ).toBe('id       1\npayload  {\n         }');
});

test('Japanese text, combining marks and emoji line up', () => {
  const rows = [
    ['注文番号', '1', '東京'],
    ['cafe\u0301', '20', '👍'],
    ['total', '300', 'x'],
  ];
  expect(renderTable(COLUMNS, rows, Infinity)).toBe(
    ['NAME      COUNT  NOTE', '注文番号      1  東京', 'cafe\u0301         20  👍', 'total       300  x'].join('\n'),
  );
});
