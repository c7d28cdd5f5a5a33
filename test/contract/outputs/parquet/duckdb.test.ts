import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { column, type Value } from '../typed-batch.js';
import { writeRows } from '../written-rows.js';
import { INTEGERS_OF_EVERY_WIDTH } from './integers.js';
import { firstDifference } from './parquet-rows.js';

async function countIn(path: string): Promise<unknown> {
  const connection = await (await DuckDBInstance.create()).connect();
  const answer = await connection.runAndReadAll(`SELECT count(*)::INT, count(word)::INT, max(word) FROM '${path}'`);
  connection.closeSync();
  return answer.getRows()[0];
}

test('DuckDB reads a column of text that has no value at all, or none for many pages', async () => {
  const words = (values: Value[]) =>
    writeRows(
      'parquet',
      [column('word', { kind: 'string' })],
      values.map((one) => [one]),
    );
  expect(await countIn((await words([null, null])).path)).toEqual([2, 0, null]);
  const late: Value[] = [...new Array<null>(17_000).fill(null), 'a', 'b', 'a'];
  expect(await countIn((await words(late)).path)).toEqual([17_003, 3, 'b']);
});

test('DuckDB reads integers of any size, with nulls, as they are', async () => {
  const { columns, rows } = INTEGERS_OF_EVERY_WIDTH;
  const { path } = await writeRows('parquet', columns, rows);
  const connection = await (await DuckDBInstance.create()).connect();
  const answer = await connection.runAndReadAll(
    `SELECT "whole", epoch_us(wall), datediff('day', DATE '1970-01-01', "day"), (price * 100)::BIGINT FROM '${path}'`,
  );
  connection.closeSync();
  const read = answer.getRows().map(([whole, wall, day, price]) => {
    return [whole, wall, day === null ? null : Number(day), price] as Value[];
  });
  expect(firstDifference(read, rows)).toBeNull();
});
