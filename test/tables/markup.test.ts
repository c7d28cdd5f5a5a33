import { expect, test } from 'vitest';
import { readTable } from './read-table.js';

test.each([
  ['report.xls', '<html>\n<table><tr><td>a, b</td></tr>\n<tr><td>c, d</td></tr></table></html>\n', /HTML/],
  ['page.csv', '<!DOCTYPE html>\n<p>a, b</p>\n<p>c, d</p>\n', /HTML/],
  ['book.xls', '<?xml version="1.0"?>\n<Workbook><a b="1,2"/>\n<c d="3,4"/></Workbook>\n', /XML/],
])('markup is no table, whatever it is called: %s', async (name, content, why) => {
  await expect(readTable(content, name)).rejects.toMatchObject({
    code: 'INPUT_NOT_A_TABLE',
    why: expect.stringMatching(why) as string,
  });
});

test('names in angle brackets are names', async () => {
  const { columns } = await readTable('<TICKER>,<DATE>,<CLOSE>\nABC,20240131,1.5\nABC,20240201,1.6\n', 'prices.txt');
  expect(columns).toEqual(['<TICKER>', '<DATE>', '<CLOSE>']);
});
