import { expect, test } from 'vitest';
import { rawFields } from '../../../src/pipeline/quarantine/raw-fields.js';

test.each([
  ['{}', []],
  ['{"a":1}', [['a', '1']]],
  [
    '{"a" : 9007199254740993 , "b":"x,}\\"]"}',
    [
      ['a', '9007199254740993'],
      ['b', '"x,}\\"]"'],
    ],
  ],
  [
    '{"a\\"b":{"c":[1,{"d":2}],"e":3},"f":null}',
    [
      ['a"b', '{"c":[1,{"d":2}],"e":3}'],
      ['f', 'null'],
    ],
  ],
  [
    '{"":[],"\\u0000":"\\\\"}',
    [
      ['', '[]'],
      ['\0', '"\\\\"'],
    ],
  ],
])('the fields of %s', (raw, fields) => {
  expect([...rawFields(raw)]).toEqual(fields);
});

test('a value of many megabytes is one field', () => {
  const long = JSON.stringify('a\n"'.repeat(2_000_000));
  expect(rawFields(`{"long":${long},"n":1}`).get('long')).toBe(long);
});
