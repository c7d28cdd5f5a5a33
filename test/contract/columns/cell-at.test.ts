import {
  Bool,
  type Data,
  DateDay,
  DateMillisecond,
  Decimal,
  Dictionary,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Int32,
  List,
  makeData,
  makeVector,
  Null,
  Struct,
  TimeMillisecond,
  TimestampMicrosecond,
  TimestampNanosecond,
  TimestampSecond,
  Utf8,
  Vector,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { createAsciiText } from '../../../src/contract/columns/arrow-buffers.js';
import type { Cell } from '../../../src/contract/columns/cell.js';
import { cellAt } from '../../../src/contract/columns/cell-at.js';
import { bool, int32, int64, largeUtf8, utf8, utf8Bytes } from '../batches.js';

const arrow = (data: Data) => ({ form: 'arrow', name: 'value', data }) as const;
const cells = (data: Data): Cell[] => Array.from({ length: data.length }, (_, row) => cellAt(arrow(data), row));
const DAY_MS = 86_400_000n;

describe('the cells of an Arrow column', () => {
  it('are numbers, bigints, texts and bytes, null where there is no value', () => {
    expect(cells(int32([1, null, 3]))).toEqual([1, null, 3]);
    expect(cells(int64([2n ** 62n, null]))).toEqual([2n ** 62n, null]);
    expect(cells(utf8(['é', null, '']))).toEqual(['é', null, '']);
    expect(cells(largeUtf8(['a', 'bc']))).toEqual(['a', 'bc']);
    expect(cells(makeData({ type: new Null(), length: 2 }))).toEqual([null, null]);
    const bytes = makeData({ type: new FixedSizeBinary(2), length: 2, data: Uint8Array.of(1, 2, 3, 4) });
    expect(cells(bytes)).toEqual([Uint8Array.of(1, 2), Uint8Array.of(3, 4)]);
  });

  it('are bits counted from the beginning of the column, also in a part of it', () => {
    const flags = Array.from({ length: 20 }, (_, row) => (row === 10 ? null : row % 3 === 0));
    expect(cells(bool(flags))).toEqual(flags);
    expect(cells(bool(flags).slice(7, 9))).toEqual(flags.slice(7, 16));
    expect(cells(makeData({ type: new Bool(), length: 1, data: Uint8Array.of(1) }))).toEqual([true]);
  });

  it('are half floats as numbers', () => {
    const bits = [0x3c00, 0xc000, 0x0001, 0x8001, 0x0000, 0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x3555];
    const data = makeData({ type: new Float16(), length: bits.length, data: Uint16Array.from(bits) });
    expect(cells(data)).toEqual([1, -2, 2 ** -24, -(2 ** -24), 0, 65_504, Infinity, -Infinity, NaN, 0.333_251_953_125]);
  });

  it('are decimals of any sign', () => {
    const words = Uint32Array.of(150, 0, 0, 0, 0xffff_ff6a, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0, 0, 1, 0);
    expect(cells(makeData({ type: new Decimal(2, 30), length: 3, data: words }))).toEqual([
      { kind: 'decimal', unscaled: 150n, scale: 2 },
      { kind: 'decimal', unscaled: -150n, scale: 2 },
      { kind: 'decimal', unscaled: 2n ** 64n, scale: 2 },
    ]);
  });

  it('are days, and moments where milliseconds are no whole days', () => {
    expect(cells(makeData({ type: new DateDay(), length: 2, data: Int32Array.of(-1, 19_753) }))).toEqual([
      { kind: 'date', days: -1 },
      { kind: 'date', days: 19_753 },
    ]);
    const data = BigInt64Array.of(2n * DAY_MS, -DAY_MS, DAY_MS + 1n);
    expect(cells(makeData({ type: new DateMillisecond(), length: 3, data }))).toEqual([
      { kind: 'date', days: 2 },
      { kind: 'date', days: -1 },
      { kind: 'datetime', nanoseconds: 86_400_001_000_000n, zoned: false },
    ]);
  });

  it('are times and moments in nanoseconds, in any unit, with a zone or without', () => {
    const time = makeData({ type: new TimeMillisecond(), length: 1, data: Int32Array.of(5) });
    expect(cells(time)).toEqual([{ kind: 'time', nanoseconds: 5_000_000n }]);
    const moment = (type: TimestampSecond | TimestampMicrosecond | TimestampNanosecond) =>
      cells(makeData({ type, length: 1, data: BigInt64Array.of(7n) } as never))[0];
    expect(moment(new TimestampSecond())).toEqual({ kind: 'datetime', nanoseconds: 7_000_000_000n, zoned: false });
    expect(moment(new TimestampMicrosecond('UTC'))).toEqual({ kind: 'datetime', nanoseconds: 7_000n, zoned: true });
    expect(moment(new TimestampNanosecond(''))).toEqual({ kind: 'datetime', nanoseconds: 7n, zoned: false });
  });

  it('are the JSON of lists and structs', () => {
    const item = Field.new('item', new Int32(), true);
    const list = makeData({
      type: new List(item),
      length: 3,
      nullCount: 1,
      nullBitmap: Uint8Array.of(0b101),
      valueOffsets: Int32Array.of(0, 2, 2, 3),
      child: int32([1, null, 3]),
    });
    expect(cells(list)).toEqual([{ kind: 'nested', json: '[1,null]' }, null, { kind: 'nested', json: '[3]' }]);
    const pairs = makeData({ type: new FixedSizeList(2, item), length: 2, child: int32([1, 2, 3, 4]) });
    expect(cells(pairs)).toEqual([
      { kind: 'nested', json: '[1,2]' },
      { kind: 'nested', json: '[3,4]' },
    ]);
    const struct = makeData({
      type: new Struct([Field.new('a', new Int32()), Field.new('b"', new Utf8())]),
      length: 2,
      children: [int32([1, 2]), utf8(['x', null])],
    });
    expect(cells(struct)).toEqual([
      { kind: 'nested', json: '{"a":1,"b\\"":"x"}' },
      { kind: 'nested', json: '{"a":2,"b\\"":null}' },
    ]);
  });

  it('are the entries of a dictionary in several parts, null without an entry', () => {
    const entries = new Vector([...makeVector(utf8(['a', 'b'])).data, ...makeVector(utf8(['c'])).data]);
    const data = makeData({
      type: new Dictionary(new Utf8(), new Int32()),
      length: 4,
      nullCount: 0,
      data: Int32Array.of(2, 0, 1, 3),
      dictionary: entries,
    });
    expect(cells(data)).toEqual(['c', 'a', 'b', null]);
  });

  it('are those of plain values as they are', () => {
    const column = { form: 'cells', name: 'value', cells: [1, null] } as const;
    expect([0, 1, 2].map((row) => cellAt(column, row))).toEqual([1, null, null]);
  });
});

describe('texts that are decoded together', () => {
  it('are ASCII without nulls', () => {
    for (const data of [utf8(['ab', '', 'c']), largeUtf8(['ab', '', 'c'])]) {
      const text = createAsciiText(arrow(data));
      expect(text?.all).toBe('abc');
      expect([0, 1, 2].map((row) => text?.at(row))).toEqual(['ab', '', 'c']);
    }
    const part = createAsciiText(arrow(utf8(['ab', 'cd', 'ef']).slice(1, 2)));
    expect([part?.all, part?.at(0), part?.at(1)]).toEqual(['cdef', 'cd', 'ef']);
  });

  it('are no others', () => {
    expect(createAsciiText(arrow(utf8(['a', null])))).toBeNull();
    expect(createAsciiText(arrow(utf8(['é'])))).toBeNull();
    expect(createAsciiText(arrow(utf8Bytes([Uint8Array.of(0xff)])))).toBeNull();
    expect(createAsciiText(arrow(int32([1])))).toBeNull();
    expect(createAsciiText({ form: 'cells', name: 'value', cells: ['a'] })).toBeNull();
  });
});
