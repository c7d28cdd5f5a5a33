import {
  Binary,
  DateDay,
  DateMillisecond,
  Decimal,
  Float16,
  Float32,
  Float64,
  makeData,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  Uint64,
  Utf8,
  type Data,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { presentOf, variableBytesOf } from '../../../../src/contract/columns/arrow-buffers.js';
import { createColumnProblems } from '../../../../src/contract/problems/column-problems.js';
import { readDecimals, readNumbers, readTimestamps } from '../../../../src/contract/cast/fast/convert-numbers.js';
import { keepColumn } from '../../../../src/contract/cast/fast/keep-buffers.js';
import { scanInt } from '../../../../src/contract/cast/fast/scan-numbers.js';
import { readScanned, scannedValues, scanText } from '../../../../src/contract/cast/fast/scan-text.js';
import { createColumnCast } from '../../../../src/contract/cast/column-cast.js';
import { typedValue } from '../../../../src/contract/check/typed-value.js';
import { bool, contractOf, dictionary, int64, utf8, utf8Bytes } from '../../batches.js';
import { expectAgreement } from './agreement.js';

/** What becomes of each row of a column: its value, null, or what is wrong with it. */
function outcomes(declared: unknown, data: Data): unknown[] {
  const contract = contractOf({ value: declared }).columns[0]!;
  const problems = createColumnProblems(data.length);
  const typed = createColumnCast(contract)({ form: 'arrow', name: 'value', data }, data.length, problems);
  return Array.from({ length: data.length }, (_, row) => {
    if (typed.present?.[row] === 0) return null;
    return problems.at(row)?.message ?? typedValue(typed, row);
  });
}

const bytes = (...values: (string | number[])[]): Data =>
  utf8Bytes(values.map((value) => Buffer.from(value as string)));
const BAD = '<1 byte> is not UTF-8 text';

describe('text that is not UTF-8', () => {
  it.each<[string, Data, unknown[]]>([
    ['in the first row', bytes([0xff], 'a', 'b'), [BAD, 'a', 'b']],
    ['in the last row', bytes('a', 'b', [0xff]), ['a', 'b', BAD]],
    ['in the only row', bytes([0xff]), [BAD]],
    ['a character across two rows', bytes([0xc3], [0xa9]), [BAD, BAD]],
    ['a character across the border of good rows', bytes('a', [0xc3], [0xa9], 'é'), ['a', BAD, BAD, 'é']],
    ['none', bytes('a', 'é'), ['a', 'é']],
  ])('%s', (_where, data, expected) => {
    expect(outcomes('string', data)).toEqual(expected);
  });

  it('is as wrong in JSON, and is asked about once', () => {
    expect(outcomes('json', bytes([0xff], '[1]', '[1'))).toEqual([BAD, '[1]', "'[1' is not JSON"]);
  });

  it('is fine as bytes', () => {
    expect(outcomes('binary', bytes([0xff], 'a'))).toEqual([new Uint8Array([0xff]), new Uint8Array([0x61])]);
  });

  it('is not looked at where there is no value', () => {
    const { valueOffsets, values } = bytes([0xff], [0xff], 'é') as Data<Utf8>;
    const nullBitmap = new Uint8Array([0b110]);
    const data = makeData({ type: new Utf8(), length: 3, nullCount: 1, nullBitmap, valueOffsets, data: values });
    expect(outcomes('string', data)).toEqual([null, BAD, 'é']);
    expect(outcomes('json', data)).toEqual([null, BAD, "'é' is not JSON"]);
  });
});

describe('a part of a longer column', () => {
  it('has its own nulls, values and texts', () => {
    const rows = Array.from({ length: 20 }, (_, row) => row);
    const flags = bool(rows.map((row) => (row % 5 === 0 ? null : row % 3 === 0)));
    const texts = utf8(rows.map((row) => (row % 5 === 0 ? null : `${row}é`)));
    const numbers = int64(rows.map((row) => (row % 5 === 0 ? null : BigInt(row))));
    for (const [from, length] of [[0, 8], [1, 9], [8, 8], [9, 11], [19, 1]] as const) {
      const wanted = rows.slice(from, from + length);
      const expected = (value: (row: number) => unknown) => wanted.map((row) => (row % 5 === 0 ? null : value(row)));
      expect(outcomes('bool', flags.slice(from, length))).toEqual(expected((row) => row % 3 === 0));
      expect(outcomes('string', texts.slice(from, length))).toEqual(expected((row) => `${row}é`));
      expect(outcomes('int', numbers.slice(from, length))).toEqual(expected((row) => BigInt(row)));
    }
  }); // oxfmt-ignore

  it('says which of its rows have a value', () => {
    expect(presentOf(int64([1n, 2n]))).toBeNull();
    expect(presentOf(int64([1n, null, 3n, ...Array<bigint>(6).fill(4n), null]))).toEqual(
      new Uint8Array([1, 0, 1, 1, 1, 1, 1, 1, 1, 0]),
    );
  });
});

describe('the buffers of a text', () => {
  const withOffsets = (offsets: readonly number[], length = offsets.length - 1): Data =>
    makeData({
      type: new Binary(),
      length,
      nullCount: 0,
      valueOffsets: Int32Array.from(offsets),
      data: Buffer.from('abc'),
    });

  it('may begin behind the first byte and end before the last', () => {
    expect(variableBytesOf(withOffsets([1, 2]))?.offsets).toEqual(Int32Array.of(1, 2));
    expect(variableBytesOf(withOffsets([0, 3]))?.offsets).toEqual(Int32Array.of(0, 3));
    expect(variableBytesOf(withOffsets([], 0))?.offsets).toEqual(new Int32Array(1));
  });

  it.each([
    ['go back', [0, 2, 1]],
    ['begin before the bytes', [-1, 1]],
    ['end behind the bytes', [0, 4]],
  ])('are refused when their offsets %s', (_what, offsets) => {
    expect(() => variableBytesOf(withOffsets(offsets))).toThrow('offsets out of order');
  });

  it('are those of texts and bytes only', () => {
    expect(variableBytesOf(int64([1n]))).toBeNull();
  });
});

describe('a dictionary', () => {
  it('refuses the rows of a wrong entry, and only those', () => {
    expect(outcomes('int', dictionary(['x', '5'], [1, 0, null, 1, 0]))).toEqual([
      5n,
      "'x' is not an int",
      null,
      5n,
      "'x' is not an int",
    ]);
    expect(outcomes('int', dictionary(['5', 'x'], [0, 0, 0]))).toEqual([5n, 5n, 5n]);
  });

  it('gives no value for an index without an entry', () => {
    expect(outcomes('int', dictionary(['5', '6'], [0, 2, -1, 1]))).toEqual([5n, null, null, 6n]);
  });

  it('may hold null itself, beside rows without an index', () => {
    expect(outcomes('int', dictionary([null, '6'], [0, 1, null, 1]))).toEqual([null, 6n, null, 6n]);
    expect(outcomes('int', dictionary([null, '6'], [0, 1]))).toEqual([null, 6n]);
  });

  it('gives wide decimals and texts to their rows', () => {
    const large = '1234567890123456789012';
    expect(outcomes('decimal(25,0)', dictionary(['1', large], [1, 0, 1]))).toEqual([BigInt(large), 1n, BigInt(large)]);
    expect(outcomes('string', dictionary(['a', 'bcd', ''], [1, 2, 0, 1]))).toEqual(['bcd', '', 'a', 'bcd']);
  });
});

describe('words for no value', () => {
  const declared = { type: 'int', nulls: ['NA', '-'] };

  it.each(['NA', ' NA', 'NA ', '\tNA\r\n', 'NA          ', '          NA', ' - '])('are found in %j', (text) => {
    expect(outcomes(declared, utf8(['1', text, '234567']))).toEqual([1n, null, 234_567n]);
    expect(outcomes(declared, utf8([text]))).toEqual([null]);
    expect(outcomes(declared, utf8([null, text, '7']))).toEqual([null, null, 7n]);
  });

  it('are not found in longer words, nor in an empty text', () => {
    expect(outcomes(declared, utf8(['NAN', '-x', '']))).toEqual([
      "'NAN' is not an int",
      "'-x' is not an int",
      "'' is not an int",
    ]);
    expect(outcomes({ type: 'int', nulls: [''] }, utf8(['', '  ', '1']))).toEqual([null, null, 1n]);
  });

  it('keep the spaces around them in text', () => {
    expect(outcomes({ type: 'string', nulls: ['NA', ' x'] }, utf8(['NA', ' NA', 'NA ', ' x', 'x']))).toEqual([
      null,
      ' NA',
      'NA ',
      null,
      'x',
    ]);
  });

  it('may have a first byte beyond ASCII', () => {
    expect(outcomes({ type: 'int', nulls: ['—'] }, utf8(['—', '1', ' — ']))).toEqual([null, 1n, null]);
  });

  it('are found in more than eight rows', () => {
    const texts = Array.from({ length: 20 }, (_, row) => (row % 9 === 8 ? 'NA' : `${row}`));
    expect(outcomes(declared, utf8(texts))).toEqual(texts.map((text) => (text === 'NA' ? null : BigInt(text))));
  });
});

describe('numbers at the limits of a fast path', () => {
  it('are doubles, whatever floats they come from', () => {
    const data = makeData({ type: new Float32(), length: 1, data: Float32Array.of(1.5) });
    const column = { form: 'arrow', name: 'value', data } as const;
    const castColumn = createColumnCast(contractOf({ value: 'float' }).columns[0]!);
    expect(castColumn(column, 1, createColumnProblems(1))).toMatchObject({ values: Float64Array.of(1.5) });
  });

  it('are half floats for the reference', () => {
    expectAgreement('float', makeData({ type: new Float16(), length: 1, data: Uint16Array.of(0x3c00) }));
  });

  it('are decimals of another scale or width for the reference', () => {
    const words = Uint32Array.of(150, 0, 0, 0);
    for (const scale of [1, 2, 3]) {
      const data = makeData({ type: new Decimal(scale, 18), length: 1, data: words });
      expectAgreement('decimal(12,2)', data);
      expectAgreement('decimal(25,2)', data);
    }
    const wide = makeData({ type: new Decimal(3, 38), length: 1, data: Uint32Array.of(0, 0, 0, 1 << 16) });
    expectAgreement('decimal(25,3)', wide);
    expectAgreement('decimal(38,3)', wide);
  });
});

describe('a column is kept as it is', () => {
  const [date, float, int, bigints] = [Int32Array.of(1), Float64Array.of(1), Int32Array.of(1), BigInt64Array.of(1n)];
  const words = Uint32Array.of(1, 0, 0, 0);
  const one = (type: object, data: unknown): Data => makeData({ type, length: 1, data } as never);

  it.each<[string, string, boolean, Data]>([
    ['int', 'int64', true, int64([1n])],
    ['int', 'uint64', false, one(new Uint64(), BigUint64Array.of(1n))],
    ['float', 'float64', true, one(new Float64(), float)],
    ['float', 'float32', false, one(new Float32(), Float32Array.of(1))],
    ['float', 'int64', false, int64([1n])],
    ['date', 'date32', true, one(new DateDay(), date)],
    ['date', 'date64', false, one(new DateMillisecond(), bigints)],
    ['date', 'int32', false, one(new Float32(), int)],
    ['datetime', 'microseconds', true, one(new TimestampMicrosecond(), bigints)],
    ['datetime', 'microseconds of a zone', false, one(new TimestampMicrosecond('UTC'), bigints)],
    ['datetime', 'milliseconds', false, one(new TimestampMillisecond(), bigints)],
    ['datetime(UTC)', 'microseconds of a zone', true, one(new TimestampMicrosecond('UTC'), bigints)],
    ['datetime(UTC)', 'microseconds', false, one(new TimestampMicrosecond(), bigints)],
    ['bool', 'bool', true, bool([true])],
    ['bool', 'int64', false, int64([1n])],
    ['decimal(25,2)', 'decimal(25,2)', true, one(new Decimal(2, 25), words)],
    ['decimal(25,2)', 'decimal(24,2)', true, one(new Decimal(2, 24), words)],
    ['decimal(25,2)', 'decimal(26,2)', false, one(new Decimal(2, 26), words)],
    ['decimal(25,2)', 'decimal(25,1)', false, one(new Decimal(1, 25), words)],
    ['decimal(12,2)', 'decimal(12,2)', false, one(new Decimal(2, 12), words)],
  ])('%s from %s: %s', (declared, _given, isKept, data) => {
    const contract = contractOf({ value: declared }).columns[0]!;
    expect(keepColumn(contract, data, null) !== null).toBe(isKept);
  });
});

describe('a refused row', () => {
  const refused = () => undefined;

  it('holds zero', () => {
    const texts = utf8(['1', 'x', '3']);
    const scanned = scanText(scannedValues({ kind: 'int' }, 3), variableBytesOf(texts)!, null, scanInt);
    expect(readScanned({ kind: 'int' }, scanned, null, refused)).toMatchObject({
      values: BigInt64Array.of(1n, 0n, 3n),
    });
    const narrow = { kind: 'decimal', precision: 3, scale: 0 } as const;
    const decimals = makeData({ type: new Decimal(0, 18), length: 1, data: Uint32Array.of(5_000, 0, 0, 0) });
    expect(readDecimals(narrow, decimals, null, refused)).toMatchObject({ values: BigInt64Array.of(0n) });
    const numbers = makeData({ type: new Float64(), length: 2, data: Float64Array.of(1.5, 2) });
    expect(readNumbers({ kind: 'int' }, numbers, null, refused)).toMatchObject({ values: BigInt64Array.of(0n, 2n) });
  });

  it('holds zero where a moment does not fit', () => {
    const moments = (type: object, value: bigint) =>
      readTimestamps(
        { kind: 'datetime', zone: null },
        makeData({ type, length: 1, data: BigInt64Array.of(value) } as never),
        null,
        refused,
      );
    expect(moments(new TimestampNanosecond(), 1_001n)).toMatchObject({ values: BigInt64Array.of(0n) });
    expect(moments(new TimestampNanosecond(), 2_000n)).toMatchObject({ values: BigInt64Array.of(2n) });
    expect(moments(new TimestampSecond(), 9_000_000_000_000n)).toMatchObject({ values: BigInt64Array.of(0n) });
    expect(moments(new TimestampSecond(), -9_000_000_000_000n)).toMatchObject({ values: BigInt64Array.of(0n) });
    expect(moments(new TimestampSecond(), 2n)).toMatchObject({ values: BigInt64Array.of(2_000_000n) });
    expect(moments(new TimestampMillisecond(), 2n)).toMatchObject({ values: BigInt64Array.of(2_000n) });
  });

  it('is asked about once, and rows behind the last are not', () => {
    for (const kind of ['int', 'float'] as const) {
      const { unsure } = scanText(scannedValues({ kind }, 2), variableBytesOf(utf8(['1', 'x', 'y']))!, null, scanInt);
      expect([...unsure]).toEqual([1]);
      const present = Uint8Array.of(1, 0);
      const some = scanText(scannedValues({ kind }, 2), variableBytesOf(utf8(['x', 'y']))!, present, scanInt);
      expect([...some.unsure]).toEqual([0]);
    }
  });
});
