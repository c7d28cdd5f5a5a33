import { expect, test } from 'vitest';
import { allRows, rowNumbers } from '../../../src/contract/columns/row-runs.js';

test.each([0, 7, 2 ** 32 - 3, 2 ** 32 - 2, 2 ** 32, 2 ** 40 - 2])('row numbers follow the %d rows before', (before) => {
  const expected = [1, 2, 3].map((row) => BigInt(before + row));
  expect([...rowNumbers(before, allRows(3))]).toEqual(expected);
});
