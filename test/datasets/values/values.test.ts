import { describe, expect, test } from 'vitest';
import { ask, askText } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

/** An expression, and what JSON and CSV make of it. */
const VALUES: readonly (readonly [sql: string, json: string, csv?: string])[] = [
  ['9007199254740993', '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['170141183460469231731687303715884105727::hugeint', '170141183460469231731687303715884105727'],
  ['18446744073709551615::ubigint', '18446744073709551615'],
  ['12345678901234567.89::decimal(20,2)', '12345678901234567.89'],
  ['-0.05::decimal(38,10)', '-0.0500000000'],
  ['1.5::double', '1.5'],
  ['0.1::float', '0.1'],
  ['1e300::double', '1e+300'],
  ["'nan'::double", '"NaN"', 'NaN'],
  ['true', 'true'],
  ["date '2024-02-29'", '"2024-02-29"', '2024-02-29'],
  ["timestamp '2024-01-02 03:04:05.123456'", '"2024-01-02T03:04:05.123456"', '2024-01-02T03:04:05.123456'],
  ["timestamp_ns '2024-01-02 03:04:05.123456789'", '"2024-01-02T03:04:05.123456789"', '2024-01-02T03:04:05.123456789'],
  ["timestamptz '2024-01-02 03:04:05+02'", '"2024-01-02T01:04:05Z"', '2024-01-02T01:04:05Z'],
  ["time '01:02:03.5'", '"01:02:03.5"', '01:02:03.5'],
  ["'\\x00\\xFF'::blob", '"AP8="', 'AP8='],
  ["'a\"b,c'", '"a\\"b,c"', '"a""b,c"'],
  ["''", '""', '""'],
  ['null', 'null', ''],
  ["'007'", '"007"', '007'],
  [`'{"n": 1.10, "big": 12345678901234567890}'::json`, '{"n": 1.10, "big": 12345678901234567890}'],
  ['[1, null, 9007199254740993]', '[1,null,9007199254740993]'],
  [`{'a': 1.50::decimal(4,2), 'b': [date '2024-01-01']}`, '{"a":1.50,"b":["2024-01-01"]}'],
  ["map {'k': 1}", '{"k":1}'],
  ["'x'::enum('x', 'y')", '"x"', 'x'],
  ['interval 3 days', '"3 days"', '3 days'],
];

describe('values', () => {
  const place = useOutputsPlace('sqlite');

  test('keep every digit in JSON and CSV', async () => {
    const select = `select ${VALUES.map(([sql], index) => `${sql} as c${index}`).join(', ')}`;
    const json = await askText(place, select, 'ndjson');
    expect(json).toBe(`{${VALUES.map(([, text], index) => `"c${index}":${text}`).join(',')}}\n`);
    const csv = await askText(place, select, 'csv');
    const fields = VALUES.map(([, text, field = text]) =>
      field.includes('"') && !/^"(|a.*)"$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
    ).map((field) => (field.includes(',') && !field.startsWith('"') ? `"${field}"` : field));
    expect(csv.split('\n')[1]).toBe(fields.join(','));
  });

  test('of columns of the same name are all there', async () => {
    expect(await ask(place, 'select 1 as a, 2 as a, 3 as "A"')).toEqual([{ a: 1, a_1: 2, A_2: 3 }]);
  });

  test('of no rows are an empty array, and a header', async () => {
    expect(await askText(place, 'select 1 as a where false', 'json')).toBe('[]\n');
    expect(await askText(place, 'select 1 as a where false', 'csv')).toBe('a\n');
    expect(await askText(place, 'select 1 as a where false', 'ndjson')).toBe('');
  });

  test('stream: many rows take little memory', async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    const { withQuery, textOfRows } = await import('../../../src/datasets/sql.js');
    const sql = "select range as id, 'text of row ' || range as note from range(300000)";
    const bytes = await withQuery(
      { database: rowsOfTenant(place.engine), folder: place.folder, sql },
      async (query) => {
        let written = 0;
        for await (const text of textOfRows(await query.rows(), 'ndjson')) {
          written += text.length;
          most = Math.max(most, process.memoryUsage().rss - before);
        }
        return written;
      },
    );
    expect(bytes).toBeGreaterThan(12_000_000);
    expect(most).toBeLessThan(150_000_000);
  });
});
