import { Decimal, Int32, List, Field, makeData, TimestampMicrosecond, Uint64 } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../src/contract/columns/cell.js';
import { contractToJson } from '../../../src/contract/declare/to-json.js';
import { inferContract } from '../../../src/contract/declare/infer-contract.js';
import { arrowBatch, batchOf, bool, dictionary, float64, int32, int64, utf8 } from '../batches.js';

const decimal = (unscaled: bigint, scale: number): Cell => ({ kind: 'decimal', unscaled, scale });
const datetime = (zoned: boolean): Cell => ({ kind: 'datetime', nanoseconds: 0n, zoned });

describe('a contract taken from the first batch', () => {
  it.each<[string, readonly Cell[], string]>([
    ['integers', [1, null, 2n], 'int'],
    ['integers and floats', [1, 1.5], 'float'],
    ['truth values', [true, false], 'bool'],
    ['texts that look like numbers', ['007', '8'], 'string'],
    ['nothing but null', [null, null], 'string'],
    ['decimals', [decimal(110n, 2), 5], 'decimal(38,2)'],
    ['integers beyond 64 bits', [2n ** 64n, 1], 'decimal(38,0)'],
    ['decimals that no decimal holds', [decimal(1n, 30), 10n ** 20n], 'string'],
    ['dates', [{ kind: 'date', days: 1 }], 'date'],
    ['dates and datetimes', [{ kind: 'date', days: 1 }, datetime(false)], 'datetime'],
    ['instants', [datetime(true)], 'datetime(tz)'],
    ['instants and wall clocks', [datetime(true), datetime(false)], 'string'],
    ['lists', [{ kind: 'nested', json: '[]' }], 'json'],
    ['bytes', [new Uint8Array(1)], 'binary'],
    ['numbers and text', [1, 'x'], 'string'],
  ])('has of %s', (_, cells, type) => {
    expect(contractToJson(inferContract(batchOf({ value: cells })))).toEqual({ value: type });
  });

  it('has the types of Arrow columns', () => {
    const batch = arrowBatch({
      a: int64([1n]),
      b: float64([1]),
      c: utf8(['x']),
      d: bool([true]),
      e: dictionary(['x'], [0]),
      f: makeData({ type: new Decimal(2, 10, 128), length: 1, data: new Uint32Array(4) }),
      g: makeData({ type: new TimestampMicrosecond('Europe/Berlin'), length: 1, data: new BigInt64Array(1) }),
      h: makeData({ type: new Uint64(), length: 1, data: new BigUint64Array(1) }),
      i: makeData({
        type: new List(new Field('item', new Int32())),
        length: 0,
        valueOffsets: new Int32Array(1),
        child: int32([]),
      }),
    });
    expect(contractToJson(inferContract(batch))).toEqual({
      a: 'int',
      b: 'float',
      c: 'string',
      d: 'bool',
      e: 'string',
      f: 'decimal(10,2)',
      g: 'datetime(tz)',
      h: 'decimal(20,0)',
      i: 'json',
    });
  });
});
