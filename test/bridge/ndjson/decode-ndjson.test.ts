import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeNdjson } from '../../../src/bridge/ndjson/decode-ndjson.js';
import type { Cell } from '../../../src/contract/columns/cell.js';
import { cellJson } from '../../../src/contract/columns/cell-text.js';
import { encodeRow } from '../../../src/bridge/shims/node/encode-row.js';

function columnsOf(text: string): Record<string, readonly Cell[]> {
  const message = decodeNdjson(text);
  if (message.kind !== 'batch') throw new Error(`a ${message.kind} and no batch`);
  const entries = message.batch.columns.map((column) => [column.name, column.form === 'cells' ? column.cells : []]);
  return Object.fromEntries(entries) as Record<string, readonly Cell[]>;
}

function cellOf(json: string): Cell {
  return columnsOf(`{"v":${json}}\n`)['v']![0]!;
}

describe('rows of NDJSON', () => {
  it('has null where a row lacks a key, before and after', () => {
    expect(columnsOf('{"a":1}\n{"b":2}\n{}\n')).toEqual({ a: [1, null, null], b: [null, 2, null] });
  });

  it('has the columns of the header in its order', () => {
    const columns = columnsOf('{"$casparian":{"columns":["b","a","c"]}}\n{"a":1,"b":2}\n');
    expect(Object.entries(columns)).toEqual([
      ['b', [2]],
      ['a', [1]],
      ['c', [null]],
    ]);
  });

  it('takes the names of a prototype for ordinary names', () => {
    const message = decodeNdjson('{"__proto__":1,"a":1}\n{"constructor":2}\n{"toString":null}\n');
    expect(message).toMatchObject({
      batch: {
        columns: [
          { name: '__proto__', cells: [1, null, null] },
          { name: 'a', cells: [1, null, null] },
          { name: 'constructor', cells: [null, 2, null] },
          { name: 'toString', cells: [null, null, null] },
        ],
      },
    });
  });

  it.each<[string, Cell]>([
    ['{"$int":"-9007199254740993"}', -9007199254740993n],
    ['9007199254740993', 9007199254740993n],
    ['-12345678901234567890', -12345678901234567890n],
    ['1234567890123456', 1234567890123456],
    ['0.30000000000000004', 0.30000000000000004],
    ['12345678901234567.5', 12345678901234568],
    ['"text 9007199254740993, and \\" 9007199254740993"', 'text 9007199254740993, and " 9007199254740993'],
    ['{"$decimal":"1.10"}', { kind: 'decimal', unscaled: 110n, scale: 2 }],
    ['{"$decimal":"-1E+3"}', { kind: 'decimal', unscaled: -1n, scale: -3 }],
    ['{"$float":"NaN"}', NaN],
    ['{"$float":"-Infinity"}', -Infinity],
    ['{"$bytes":"AP8="}', Uint8Array.of(0, 255)],
    ['{"$date":"1969-12-31"}', { kind: 'date', days: -1 }],
    ['{"$datetime":"1970-01-01T00:00:00.000000001"}', { kind: 'datetime', nanoseconds: 1n, zoned: false }],
    ['{"$datetime":"1970-01-01T02:00:00+02:00"}', { kind: 'datetime', nanoseconds: 0n, zoned: true }],
    ['{"$datetime":"1969-12-31T23:00:00-00:30"}', { kind: 'datetime', nanoseconds: -1_800_000_000_000n, zoned: true }],
    ['{"$time":"10:00:00.5"}', { kind: 'time', nanoseconds: 36_000_500_000_000n }],
    ['{"$object":{"$int":"mine"}}', { kind: 'nested', json: '{"$int":"mine"}' }],
    ['[9007199254740993,{"a":[1]}]', { kind: 'nested', json: '[9007199254740993,{"a":[1]}]' }],
    [
      '{"d":{"$decimal":"1.10"},"o":{"$object":{"$x":{"$float":"NaN"}}},"t":{"$date":"2024-02-29"}}',
      { kind: 'nested', json: '{"d":1.10,"o":{"$x":"NaN"},"t":"2024-02-29"}' },
    ],
    ['{"$a":1,"$b":2}', { kind: 'nested', json: '{"$a":1,"$b":2}' }],
  ])('reads %s exactly', (json, cell) => expect(cellOf(json)).toEqual(cell));

  it.each([
    '{"$int":"1.5"}',
    '{"$int":1}',
    '{"$bytes":"?"}',
    '{"$time":"24:00"}',
    '{"$decimal":"1E+99999999"}',
    '{"$object":1}',
  ])('refuses %s', (json) => expect(() => cellOf(json)).toThrow('line 1: '));

  it('gives back every JSON value that the Node shim encodes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const cell = columnsOf(encodeRow({ v: value }, new Set()))['v']![0]!;
        // As text: a zero keeps its sign, which JSON.stringify takes off.
        expect(JSON.stringify(JSON.parse(cellJson(cell)))).toBe(JSON.stringify(value));
      }),
      { examples: [[-0], [{ __proto__: null, a: [-0, 1.5] }]] },
    );
  });

  it('gives back every integer, written with a tag or without', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        expect(cellJson(columnsOf(encodeRow({ v: value }, new Set()))['v']![0]!)).toBe(String(value));
        expect(cellJson(cellOf(String(value)))).toBe(String(value));
      }),
    );
  });
});

describe('hellos', () => {
  const hello = (version: string): string =>
    `{"$casparian":{"parser":{"api":"class","name":"orders","version":"${version}","outputs":{"id":"int"}}}}\n`;

  it('are one object if their texts are equal, however often they come', () => {
    const first = decodeNdjson(hello('1'));
    expect(first).toMatchObject({ kind: 'hello', parser: { name: 'orders', version: '1' } });
    for (let version = 2; version < 300; version += 1) {
      expect(decodeNdjson(hello(String(version)))).toMatchObject({ parser: { version: String(version) } });
      expect(decodeNdjson(hello(String(version)))).toBe(decodeNdjson(hello(String(version))));
    }
    expect(decodeNdjson(hello('1'))).toEqual(first);
  });

  it('are refused each time if they are no hellos', () => {
    for (let time = 0; time < 2; time += 1) {
      expect(() => decodeNdjson('{"$casparian":{"parser":{"api":"none"}}}\n')).toThrow('whose api is not one of');
    }
  });
});
