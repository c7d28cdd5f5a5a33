import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { expect, test } from 'vitest';
import { thriftStruct } from '../../../../src/contract/outputs/parquet/thrift.js';

function theirs(struct: object): Buffer {
  const writer = new ByteWriter();
  serializeTCompactProtocol(writer, struct as Record<string, never>);
  return Buffer.from(writer.getBytes());
}

const I32_ENDS = [0, 1, -1, 63, 64, -64, -65, 8_191, 8_192, 2 ** 31 - 1, -(2 ** 31)];
const I64_ENDS = [
  0n,
  -1n,
  63n,
  64n,
  2n ** 31n - 1n,
  2n ** 31n,
  -(2n ** 31n) - 1n,
  2n ** 53n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];
const TEXTS = [
  '',
  'amount',
  'Größe',
  '数量',
  '😀',
  'a'.repeat(32),
  'a'.repeat(33),
  'ü'.repeat(200),
  'x'.repeat(20_000),
];

test.each([
  ...I32_ENDS.map((value) => ({ field_1: value })),
  ...I64_ENDS.map((value) => ({ field_1: value })),
  ...TEXTS.map((value) => ({ field_1: value, field_2: 1 })),
  { field_1: true, field_2: false, field_3: undefined, field_9: 1.5, field_10: {} },
  {
    field_1: [],
    field_2: [1, 2, 3],
    field_3: ['a', 'ü'],
    field_4: [1n],
    field_16: [{ field_1: 1 }, { field_15: 'b' }],
  },
  {
    field_1: Array.from({ length: 14 }, (_, index) => index),
    field_2: Array.from({ length: 15 }, (_, index) => index),
  },
  { field_1: Array.from({ length: 300 }, (_, index) => ({ field_1: `c${index}`, field_3: { field_2: {} } })) },
  { field_1: new Uint8Array(), field_2: Uint8Array.from([1, 2, 255]), field_3: new Uint8Array(5_000).fill(7) },
])('the bytes are those of hyparquet-writer, whatever room was expected: %#', (struct) => {
  for (const expectedBytes of [1, 64, 4_096]) expect(thriftStruct(struct, expectedBytes)).toEqual(theirs(struct));
});

test.each([
  [{ field_2: 1, field_1: 1 }, 'the field field_1 after 2'],
  [{ field_1: [1, 'a'] }, 'several types'],
  [{ field_1: [true] }, 'several types'],
])('what readers would misread is refused: %j', (struct, message) => {
  expect(() => thriftStruct(struct, 64)).toThrow(message);
});
