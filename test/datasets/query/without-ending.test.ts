import { expect, test } from 'vitest';
import { withoutEnding } from '../../../src/datasets/query/without-ending.js';

test.each([
  ['select 1', 'select 1'],
  [' select 1 ; -- done\n', ' select 1'],
  ['select 1 /* a; */ ;; /* b */', 'select 1'],
  ["select ';' as a, '-- no' ;", "select ';' as a, '-- no'"],
  ["select 'it''s -- ; '", "select 'it''s -- ; '"],
  ['select 1 as "a;--"; ', 'select 1 as "a;--"'],
  ['-- first\nselect 1', '-- first\nselect 1'],
])('%s', (sql, without) => {
  expect(withoutEnding(sql)).toBe(without);
});
