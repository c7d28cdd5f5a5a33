import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { decodeArrow } from '../../../src/bridge/arrow/decode-arrow.js';
import type { Cell } from '../../../src/contract/columns/cell.js';
import { cellAt } from '../../../src/contract/columns/cell-at.js';
import { cellJson } from '../../../src/contract/columns/cell-text.js';

const nested = (json: string): Cell => ({ kind: 'nested', json });
const datetime = (nanoseconds: bigint, zoned = false): Cell => ({ kind: 'datetime', nanoseconds, zoned });
const item = <T extends arrow.DataType>(type: T) => new arrow.Field('item', type, true);

/** As it comes over the bridge, and then a slice of it, whose bits no longer begin at a byte. */
function cellsOf(vector: arrow.Vector): Cell[] {
  const table = new arrow.Table({ c: vector });
  const [batch] = decodeArrow(Buffer.from(arrow.tableToIPC(table, 'stream')));
  const column = batch!.columns[0]!;
  const cells = Array.from({ length: batch!.rowCount }, (_, row) => cellAt(column, row));
  if (column.form === 'arrow' && cells.length > 1) {
    const data = column.data.slice(1, cells.length - 1);
    const sliced = cells.slice(1).map((_, row) => cellAt({ form: 'arrow', name: 'c', data }, row));
    expect(sliced).toEqual(cells.slice(1));
  }
  return cells;
}

describe('a cell of each Arrow type that apache-arrow writes', () => {
  it.each<[string, arrow.DataType, unknown[], Cell[]]>([
    ['null', new arrow.Null(), [null, null], [null, null]],
    ['bool', new arrow.Bool(), [true, null, false, true], [true, null, false, true]],
    ['int8', new arrow.Int8(), [-128, null, 127], [-128, null, 127]],
    ['uint32', new arrow.Uint32(), [4294967295, null], [4294967295, null]],
    ['int64', new arrow.Int64(), [-9223372036854775808n, null], [-9223372036854775808n, null]],
    ['uint64', new arrow.Uint64(), [18446744073709551615n, null], [18446744073709551615n, null]],
    ['float32', new arrow.Float32(), [0.5, null, NaN], [0.5, null, NaN]],
    ['float64', new arrow.Float64(), [0.1, null, -Infinity], [0.1, null, -Infinity]],
    ['utf8', new arrow.Utf8(), ['', null, 'é𝄞'], ['', null, 'é𝄞']],
    ['large_utf8', new arrow.LargeUtf8(), ['a', null, 'é𝄞'], ['a', null, 'é𝄞']],
    ['binary', new arrow.Binary(), [Uint8Array.of(0, 255), null], [Uint8Array.of(0, 255), null]],
    ['date32', new arrow.DateDay(), [new Date('2024-02-29'), null], [{ kind: 'date', days: 19782 }, null]],
    ['date64', new arrow.DateMillisecond(), [new Date('1969-12-31'), null], [{ kind: 'date', days: -1 }, null]],
    ['time32', new arrow.TimeMillisecond(), [1500, null], [{ kind: 'time', nanoseconds: 1_500_000_000n }, null]],
    ['time64', new arrow.TimeNanosecond(), [7n, null], [{ kind: 'time', nanoseconds: 7n }, null]],
    ['timestamp[s]', new arrow.TimestampSecond(), [1000, null], [datetime(1_000_000_000n), null]],
    ['timestamp[ms, tz]', new arrow.TimestampMillisecond('UTC'), [1, null], [datetime(1_000_000n, true), null]],
    ['list', new arrow.List(item(new arrow.Int32())), [[1, null], null, []], [nested('[1,null]'), null, nested('[]')]],
    [
      'fixed_size_list',
      new arrow.FixedSizeList(2, item(new arrow.Int32())),
      [[1, 2], null, [3, 4]],
      [nested('[1,2]'), null, nested('[3,4]')],
    ],
    [
      'struct',
      new arrow.Struct([new arrow.Field('a', new arrow.Int64()), new arrow.Field('"b"', new arrow.Utf8())]),
      [{ a: 9007199254740993n, '"b"': 'x' }, null],
      [nested('{"a":9007199254740993,"\\"b\\"":"x"}'), null],
    ],
    [
      'dictionary',
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int8()),
      ['a', null, 'b', 'a'],
      ['a', null, 'b', 'a'],
    ],
  ])('%s', (_name, type, values, cells) => {
    expect(cellsOf(arrow.vectorFromArray(values, type))).toEqual(cells);
  });
});

const PYTHON = fileURLToPath(new URL('../../../.cache/python/pandas-3/bin/python', import.meta.url));
if (!existsSync(PYTHON)) console.warn(`SKIPPED: no pyarrow to write the other Arrow types with (${PYTHON})`);

/** One column of each type, in the order of EXPECTED. */
const WRITE_WITH_PYARROW = `
import sys, decimal, datetime, pyarrow as pa
D = decimal.Decimal
noon = datetime.datetime(2024, 1, 1, 12)
pair = pa.struct([('d', pa.decimal128(5, 2)), ('t', pa.timestamp('us'))])
columns = {
    'float16': pa.array([1.5, None, -0.0, float('inf'), 6e-8], pa.float16()),
    'decimal128': pa.array([D('1.10'), None, D('-99999999999999999999999999999999999.999'), D('0'), D('-0.001')], pa.decimal128(38, 3)),
    'decimal256': pa.array([D('1e60'), None, D('-1e60'), D('0'), D('1')], pa.decimal256(70, 0)),
    'negative_scale': pa.array([D('1200'), None, D('-100'), D('0'), D('0')], pa.decimal128(5, -2)),
    'large_binary': pa.array([b'\\x00', None, b'', b'ab', b''], pa.large_binary()),
    'fixed_size_binary': pa.array([b'ab', None, b'cd', b'ef', b'gh'], pa.binary(2)),
    'timestamp_ns': pa.array([noon, None, noon, noon, noon], pa.timestamp('ns')),
    'timestamp_zoned': pa.array([noon, None, noon, noon, noon], pa.timestamp('us', 'Europe/Berlin')),
    'time64': pa.array([datetime.time(10, 0, 0, 5), None] + [datetime.time(0)] * 3, pa.time64('us')),
    'large_list': pa.array([[b'a'], None, [], [None], [b'']], pa.large_list(pa.binary())),
    'map': pa.array([[('k', 1), ('"', None)], None, [], [('k', 2)], []], pa.map_(pa.string(), pa.int64())),
    'map_of_dates': pa.array([[(datetime.date(2024, 2, 29), 1)], None, [], [], []], pa.map_(pa.date32(), pa.int64())),
    'deep': pa.array([[{'d': D('1.10'), 't': noon}], None, [None], [], []], pa.list_(pair)),
    'dictionary': pa.array([D('1.1'), None, D('2.2'), D('1.1'), D('2.2')], pa.decimal128(5, 1)).dictionary_encode(),
    'int64_indices': pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1, 0], pa.int64()), pa.array(['x', None])),
}
table = pa.table(columns)
with pa.ipc.new_stream(sys.stdout.buffer, table.schema) as writer:
    for batch in table.to_batches(max_chunksize=2):
        writer.write_batch(batch)
`;

const EXPECTED: Record<string, string[]> = {
  float16: ['1.5', 'null', '-0', '"Infinity"', '5.960464477539063e-8'],
  decimal128: ['1.100', 'null', '-99999999999999999999999999999999999.999', '0.000', '-0.001'],
  decimal256: [`1${'0'.repeat(60)}`, 'null', `-1${'0'.repeat(60)}`, '0', '1'],
  negative_scale: ['1200', 'null', '-100', '0', '0'],
  large_binary: ['"AA=="', 'null', '""', '"YWI="', '""'],
  fixed_size_binary: ['"YWI="', 'null', '"Y2Q="', '"ZWY="', '"Z2g="'],
  timestamp_ns: ['"2024-01-01T12:00:00"', 'null', ...Array<string>(3).fill('"2024-01-01T12:00:00"')],
  timestamp_zoned: ['"2024-01-01T12:00:00+00:00"', 'null', ...Array<string>(3).fill('"2024-01-01T12:00:00+00:00"')],
  time64: ['"10:00:00.000005"', 'null', ...Array<string>(3).fill('"00:00:00"')],
  large_list: ['["YQ=="]', 'null', '[]', '[null]', '[""]'],
  map: ['{"k":1,"\\"":null}', 'null', '{}', '{"k":2}', '{}'],
  map_of_dates: ['{"2024-02-29":1}', 'null', '{}', '{}', '{}'],
  deep: ['[{"d":1.10,"t":"2024-01-01T12:00:00"}]', 'null', '[null]', '[]', '[]'],
  dictionary: ['1.1', 'null', '2.2', '1.1', '2.2'],
  int64_indices: ['null', 'null', '"x"', 'null', '"x"'],
};

describe.skipIf(!existsSync(PYTHON))('a cell of each Arrow type that pyarrow writes', () => {
  it('is exact, over several batches', async () => {
    const { stdout } = await promisify(execFile)(PYTHON, ['-c', WRITE_WITH_PYARROW], { encoding: 'buffer' });
    const found: Record<string, string[]> = {};
    for (const { columns, rowCount } of decodeArrow(stdout)) {
      for (const column of columns) {
        for (let row = 0; row < rowCount; row += 1) (found[column.name] ??= []).push(cellJson(cellAt(column, row)));
      }
    }
    expect(found).toEqual(EXPECTED);
  });
});
