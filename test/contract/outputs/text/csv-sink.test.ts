import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EVERY_TYPE, EVERY_TYPE_ROWS } from '../parquet/every-type.js';
import { column, LINEAGE, type Value } from '../typed-batch.js';
import { writeRows } from '../written-rows.js';

const text = column('text', { kind: 'string' });

async function csv(
  columns: Parameters<typeof writeRows>[1],
  rows: Value[][],
  lineage?: { source: string; jobId: string | null; parser: string },
) {
  const { path } = await writeRows('csv', columns, rows, lineage && { lineage });
  return readFile(path, 'utf8');
}

test('a CSV file begins with a header and ends every line with a line feed', async () => {
  expect(await csv([text], [['a']])).toBe(
    'text,_cf_source,_cf_row,_cf_job_id,_cf_parser\na,/in/größe.csv,1,job-7,sales@1.0.0\n',
  );
});

test('a CSV file of zero rows is its header', async () => {
  expect(await csv([text], [])).toBe('text,_cf_source,_cf_row,_cf_job_id,_cf_parser\n');
});

test('null is an empty field and an empty string is quoted, so that they differ', async () => {
  const lineage = { ...LINEAGE, jobId: null };
  expect(
    await csv(
      [text, column('b', { kind: 'binary' })],
      [
        [null, null],
        ['', new Uint8Array()],
      ],
      lineage,
    ),
  ).toBe(
    'text,b,_cf_source,_cf_row,_cf_job_id,_cf_parser\n,,/in/größe.csv,1,,sales@1.0.0\n"","",/in/größe.csv,2,,sales@1.0.0\n',
  );
});

test('fields and names with commas, quotes and line breaks are quoted, others are not', async () => {
  const written = await csv(
    [column('a "b", c', { kind: 'string' })],
    [['x, y'], ['say "hi"'], ['1\n2'], ['3\r4'], [' plain; text ']],
  );
  const fields = written.replaceAll(/,\/in\/.*\n/g, '|');
  expect(fields).toBe(
    '"a ""b"", c",_cf_source,_cf_row,_cf_job_id,_cf_parser\n"x, y"|"say ""hi"""|"1\n2"|"3\r4"| plain; text |',
  );
});

test('every type has a text that says all of it', async () => {
  const { path } = await writeRows('csv', EVERY_TYPE, EVERY_TYPE_ROWS.slice(2, 3));
  expect((await readFile(path, 'utf8')).split('\n')[1]).toBe(
    'größe 日本 🦕,9223372036854775807,1.7976931348623157e+308,9999999999.99,9999999999999999999999999999999999.9999,' +
      'true,2024-01-01,2024-01-01T00:00:00.123456,2024-01-01T00:00:00.123456+00:00,23:59:59.999999,' +
      '"{""a"":[1,2]}",AP8=,/in/größe.csv,1,job-7,sales@1.0.0',
  );
});

test('floats keep their point, their sign and their limits', async () => {
  const written = await csv([column('f', { kind: 'float' })], [[1], [-0], [NaN], [-Infinity], [1e21], [0.1]]);
  expect(written.replaceAll(/,.*\n/g, ' ')).toBe('f 1.0 -0.0 NaN -Infinity 1e+21 0.1 ');
});

test('text longer than a buffer is written whole', async () => {
  const long = Array.from({ length: 40 }, (_, index) => [`${index}`.padEnd(200_000, 'ü')]);
  const lines = (await csv([text], long)).split('\n').slice(1, -1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(long.map(([value]) => value));
});
