import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EVERY_TYPE, EVERY_TYPE_ROWS } from '../parquet/every-type.js';
import { column, type Value } from '../typed-batch.js';
import { writeRows } from '../written-rows.js';

async function lines(columns: Parameters<typeof writeRows>[1], rows: Value[][]): Promise<string[]> {
  const { path } = await writeRows('jsonl', columns, rows);
  return (await readFile(path, 'utf8')).split('\n').slice(0, -1);
}

test('a row is an object on a line of its own, lineage last', async () => {
  expect(await lines([column('a "b"', { kind: 'int' })], [[1n], [null]])).toEqual([
    '{"a \\"b\\"":1,"_cf_source":"/in/größe.csv","_cf_row":1,"_cf_job_id":"job-7","_cf_parser":"sales@1.0.0"}',
    '{"a \\"b\\"":null,"_cf_source":"/in/größe.csv","_cf_row":2,"_cf_job_id":"job-7","_cf_parser":"sales@1.0.0"}',
  ]);
});

test('every type has a form that says all of it', async () => {
  const { path } = await writeRows('jsonl', EVERY_TYPE, EVERY_TYPE_ROWS.slice(2, 3));
  const line = await readFile(path, 'utf8');
  expect(line).toBe(
    '{"text":"größe 日本 🦕","whole":9223372036854775807,"real":1.7976931348623157e+308,"price":"9999999999.99",' +
      '"wide":"9999999999999999999999999999999999.9999","flag":true,"day":"2024-01-01",' +
      '"wall":"2024-01-01T00:00:00.123456","instant":"2024-01-01T00:00:00.123456+00:00","clock":"23:59:59.999999",' +
      '"document":{"a":[1,2]},"blob":"AP8=","_cf_source":"/in/größe.csv","_cf_row":1,"_cf_job_id":"job-7",' +
      '"_cf_parser":"sales@1.0.0"}\n',
  );
});

test('what JSON has no number for is a string', async () => {
  const written = await lines([column('f', { kind: 'float' })], [[NaN], [Infinity], [-Infinity], [-0], [3]]);
  expect(written.map((line) => line.slice(5, line.indexOf(',')))).toEqual([
    '"NaN"',
    '"Infinity"',
    '"-Infinity"',
    '-0.0',
    '3.0',
  ]);
});

test('quotes, backslashes and control characters are escaped', async () => {
  const text = '"\\/\b\f\n\r\t\u0000\u001f\u007f\u2028';
  const [line] = await lines([column('s', { kind: 'string' })], [[text]]);
  expect((JSON.parse(line!) as { s: string }).s).toBe(text);
});

test('JSON of several lines is embedded on one', async () => {
  const written = await lines([column('j', { kind: 'json' })], [['{\n  "a": "b\\n",\r\n\t"c": []\n}']]);
  expect(written).toHaveLength(1);
  expect((JSON.parse(written[0]!) as { j: unknown }).j).toEqual({ a: 'b\n', c: [] });
});
