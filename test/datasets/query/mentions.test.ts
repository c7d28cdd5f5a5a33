import { expect, test } from 'vitest';
import { mentions } from '../../../src/datasets/query/mentions.js';

test.each([
  ['from Orders', true, false],
  ['select 1', false, false],
  ['select * from shop.orders join lines using (id)', true, true],
  ['show tables', true, true],
  ['select * from information_schema.tables', true, true],
  ['from duckdb_tables()', true, true],
  ['from pg_tables', true, true],
  ['from pragma_table_info(1)', true, true],
  ['from sqlite_master', true, true],
  ["from query('x')", true, true],
  ["from query_table ('x')", true, true],
  ['select query from x', false, false],
  ['select shown from x', false, false],
])('%s names orders: %s, lines: %s', (sql, orders, lines) => {
  expect([mentions(sql)('orders'), mentions(sql)('LINES')]).toEqual([orders, lines]);
});
