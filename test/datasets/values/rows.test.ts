import { describe, expect, test } from 'vitest';
import { withQuery } from '../../../src/datasets/sql.js';
import { distinctNames } from '../../../src/datasets/values/rows.js';
import { valueText } from '../../../src/datasets/values/value-text.js';
import { askText } from '../staging/ask.js';
import { useOutputsPlace } from '../staging/outputs-place.js';
import { rowsOfTenant } from '../../pipeline/staging/tenant.js';

describe('rows of a statement', () => {
  const place = useOutputsPlace('sqlite');
  const read = (sql: string, limit?: number) =>
    withQuery({ database: rowsOfTenant(place.engine), folder: place.folder, sql }, async (query) => {
      const { names, types, batches } = await query.rows(limit);
      const values: unknown[] = [];
      for await (const { rowCount, columns } of batches) {
        expect(rowCount).toBeGreaterThan(0);
        expect(columns.map(({ length }) => length)).toEqual(columns.map(() => rowCount));
        values.push(...(columns[0] ?? []));
      }
      return { names, types, values };
    });
  const json = (value: string): Promise<string> => askText(place, `select ${value} as v`, 'ndjson');

  test.each([0, 1, 2_047, 2_048, 2_049, 4_096, 5_000, undefined])('end at the limit %s', async (limit) => {
    const { values } = await read('select range as id from range(4500)', limit);
    const count = Math.min(limit ?? 4_500, 4_500);
    expect(values.map(Number)).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  test('have their names and types', async () => {
    const { names, types } = await read("select 1::bigint as a, 'x' as b, 1.5::double as c, true as d, 1.5 as e");
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(types.map((type) => valueText(type).isNumber)).toEqual([true, false, true, false, true]);
  });

  test.each([
    ["'inf'::double", '"Infinity"'],
    ["'-inf'::float", '"-Infinity"'],
    ['16777217::float', '16777216'],
    ['0.3::float', '0.3'],
    ['3.4028235e38::float', '3.4028235e+38'],
    ['1.1754944e-38::float', '1.1754944e-38'],
    ['8388609.5::float', '8388610'],
    ['123456.7::float', '123456.7'],
    ["'infinity'::timestamp", '"infinity"'],
    ["'infinity'::timestamptz", '"infinity"'],
    ["timestamp_s '2024-01-02 03:04:05'", '"2024-01-02T03:04:05"'],
    ["timestamp_ms '2024-01-02 03:04:05.5'", '"2024-01-02T03:04:05.5"'],
    ['[1, 2]::integer[2]', '[1,2]'],
    ['union_value(num := 7::bigint)::union(num bigint, word varchar)', '7'],
    ["union_value(word := 'x')::union(num bigint, word varchar)", '"x"'],
    ["{'a': null, 'b': 'x'}", '{"a":null,"b":"x"}'],
    ["map {1: null, 2: 'b'}", '{"1":null,"2":"b"}'],
    ['[[1], null, []]', '[[1],null,[]]'],
    ['json(\'{"a":\\n1}\')'.replace('\\n', '\n'), '{"a":1}'],
    ["E'a\\r\\nb'", '"a\\r\\nb"'],
    ['200::utinyint', '200'],
    ['7::tinyint', '7'],
    ['7::smallint', '7'],
    ['7::usmallint', '7'],
    ['7::uinteger', '7'],
    ['7::uhugeint', '7'],
    ["'0b0fbd6a-4d0c-4f4e-8a6f-0d5b2a1c3e4f'::uuid", '"0b0fbd6a-4d0c-4f4e-8a6f-0d5b2a1c3e4f"'],
  ])('give %s as %s', async (value, text) => {
    expect(await json(value)).toBe(`{"v":${text}}\n`);
  });

  test('are one JSON array over many batches', async () => {
    const text = await askText(place, 'select range as id from range(3000)', 'json');
    expect(text.startsWith('[{"id":0},\n{"id":1},\n')).toBe(true);
    expect(text.endsWith('{"id":2999}]\n')).toBe(true);
    expect(JSON.parse(text)).toHaveLength(3_000);
  });

  test('are quoted in CSV when they must be', async () => {
    const values = `'a,b' as "x,y", 'say "hi"' as q, E'a\\rb' as r, E'a\\nb' as n, ' ' as blank, '' as empty, null as none`;
    expect(await askText(place, `select ${values}`, 'csv')).toBe(
      '"x,y",q,r,n,blank,empty,none\n"a,b","say ""hi""","a\rb","a\nb", ,"",\n',
    );
  });
});

test('names that stand twice get a number', () => {
  expect(distinctNames(['a', 'A', 'b', 'a', 'a_1'])).toEqual(['a', 'A_1', 'b', 'a_2', 'a_1_1']);
});
