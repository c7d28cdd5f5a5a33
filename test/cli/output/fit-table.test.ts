import { expect, test } from 'vitest';
import { fitTable, type TableColumn } from '../../../src/cli/output/fit-table.js';

const column = (title: string, ...cells: string[]): TableColumn => ({ title, align: 'left', cells });

test('a table that fits is not cut', () => {
  expect(fitTable([{ ...column('n', '1', '100'), align: 'right' }, column('name', 'a', 'b')], 80)).toEqual({
    text: '  n  name\n───  ────\n  1  a\n100  b',
    hidden: 0,
  });
});

test('the widest columns give way first', () => {
  const { text, hidden } = fitTable([column('id', '1'), column('a', 'x'.repeat(50)), column('b', 'y'.repeat(20))], 30);
  expect(hidden).toBe(0);
  expect(text.split('\n')[2]).toBe(`1   ${'x'.repeat(11)}…  ${'y'.repeat(11)}…`);
});

test('columns that find no room are left out, and counted', () => {
  const many = Array.from({ length: 20 }, (_, index) => column(`column ${index}`, 'value'));
  const { text, hidden } = fitTable(many, 40);
  expect(hidden).toBe(15);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
});

test('control characters cannot move the cursor', () => {
  expect(fitTable([column('a', 'x\u001b[2Jy')], 80).text).not.toContain('\u001b');
});

test('wide characters are measured in columns, and cut there', () => {
  const { text } = fitTable([column('名前', '日本語のとても長い説明'), column('n', '1')], 15);
  expect(text.split('\n')).toEqual(['名前          n', '────────────  ─', '日本語のと…   1']);
});
