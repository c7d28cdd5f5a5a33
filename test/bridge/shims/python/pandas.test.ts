import { beforeAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf, warningsOf, type ReceivedBatch } from './frames.js';
import { runShim, type FinishedShim } from './shim-host.js';

const parser = `
import datetime as dt, decimal, uuid
import numpy as np, pandas as pd

D, utc = decimal.Decimal, dt.timezone.utc
cest = dt.timezone(dt.timedelta(hours=2))

class LocalZone(dt.tzinfo):
    def utcoffset(self, at): return dt.timedelta(hours=1)
    def dst(self, at): return dt.timedelta(0)
    def tzname(self, at): return 'nowhere/nothing'

def objects(*values):
    return pd.DataFrame({'value': pd.Series(list(values), dtype=object)})

def column(values, dtype=None):
    return pd.DataFrame({'value': pd.Series(values, dtype=dtype)})

def frames():
    yield 'mixed', pd.DataFrame({'bad': pd.Series([1, 'two', 3.5, True, None, float('nan'), D('1.10'), 10.0], dtype=object), 'good': range(8)})
    yield 'int and bool', objects(1, True)
    yield 'float and bool', objects(1.5, True, np.bool_(False))
    yield 'text and bytes', objects('a', b'b', b'\\xff')
    yield 'bytes', objects(b'a', None, b'\\xff')
    yield 'surrogate', objects('a\\udc80', 'b', None)
    yield 'wide integers', objects(2**70, 1, None)
    yield 'precise integer and float', objects(2**60 + 1, 0.5)
    yield 'decimal scales', objects(D('1.1'), D('2.25'), None, D('NaN'))
    yield 'decimal and float', objects(D('1.10'), 1.5)
    yield 'decimal too wide', objects(D('1' * 80))
    yield 'date and datetime', objects(dt.date(2024, 1, 1), dt.datetime(2024, 1, 1, 5))
    yield 'date and number', objects(dt.date(2024, 1, 1), 1)
    yield 'zoned and not', objects(dt.datetime(2024, 1, 1, 5, tzinfo=utc), dt.datetime(2024, 1, 1, 5))
    yield 'zoned time', objects(dt.time(5, tzinfo=utc))
    yield 'time', objects(dt.time(5, 30), None)
    yield 'two zones', objects(dt.datetime(2024, 1, 1, 5, tzinfo=utc), dt.datetime(2024, 1, 1, 5, tzinfo=cest))
    yield 'nanoseconds', objects(pd.Timestamp('2024-01-01 00:00:00.123456789'), pd.NaT)
    yield 'dates', objects(dt.date(2024, 1, 1), None, float('nan'))
    yield 'uuid', objects(uuid.UUID(int=7))
    yield 'lists', objects([1, 2], None, [])
    yield 'mixed lists', objects([1, 'a', D('1.5')], {'a': [float('nan')]}, (dt.date(2024, 1, 1),))
    yield 'dicts', objects({'a': 1, 'b': 'x'}, {'a': None, 'b': 'y'})
    yield 'mixed dicts', objects({'a': 1}, {'a': 'x'}, {1: 2})
    yield 'many keys', objects(*({f'key {number}': number} for number in range(2000)))
    yield 'only None', objects(None, float('nan'), pd.NA, pd.NaT)
    yield 'None and NaN', column([1.5, None, float('nan')])
    yield 'Int64', column([1, None, 2**62], 'Int64')
    yield 'Float64', column([1.5, None], 'Float64')
    yield 'boolean', column([True, None], 'boolean')
    yield 'string', column(['a', None], 'string')
    yield 'inferred text', column(['a', None, 'ü'])
    yield 'category', column(['b', None, 'a', 'b'], 'category')
    yield 'mixed categories', column([1, 'a', None], 'category')
    yield 'bins', pd.DataFrame({'value': pd.cut(pd.Series([1, 9]), [0, 5, 10])})
    yield 'zone', column(pd.to_datetime(['2024-07-01 12:00', None]).tz_localize('Europe/Berlin'))
    yield 'strange zone', column(pd.Series([pd.Timestamp('2024-01-01 12:00')]).dt.tz_localize(LocalZone()))
    yield 'timedelta', column(pd.to_timedelta(['1 days 02:03:04.5', None]))
    yield 'sparse', column(pd.arrays.SparseArray([0, 0, 7]))
    yield 'period', column(pd.Series(pd.PeriodIndex(['2024-01', None], freq='M')))
    yield 'interval', column(pd.interval_range(0, 1, periods=1))
    yield 'complex', column([1 + 2j, None])
    yield 'float16', column(np.array([1.5], dtype='float16'))
    yield 'long double', column(np.array([1.5], dtype='longdouble'))
    yield 'numpy scalars', objects(np.datetime64('2024-01-01'), np.int8(1), np.float16(1.5))
    yield 'long double and int', objects(np.longdouble('1.5'), 1)
    yield 'no categories', column([None, None], 'category')
    yield 'arrow dtype', column([1, None], 'int32[pyarrow]')
    yield 'uint64', column(np.array([2**64 - 1], dtype='uint64'))
    yield 'series', pd.Series([1, 2])
    yield 'named series', pd.Series([1, 2], name='n')

    yield 'duplicates', pd.DataFrame([[1, 2, 3, 4]], columns=['a', 'a', 'a_2', 'a'])
    yield 'odd names', pd.DataFrame([[1, 2, 3]], columns=[0, None, dt.date(2024, 1, 1)])
    yield 'levels', pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([('a', 'sum'), ('b', '')]))
    yield 'zero rows', pd.DataFrame({'a': pd.Series([], dtype='int64'), 'b': pd.Series([], dtype=object)})
    yield 'zero columns', pd.DataFrame(index=range(3))
    yield 'nothing', pd.DataFrame()

    plain = pd.DataFrame({'a': [1, 2, 3]})
    yield 'filtered', plain[plain.a > 1]
    yield 'named index', plain.set_index(pd.Index([7, 8, 9], name='id'))
    yield 'text index', plain.set_index(pd.Index(['x', 'y', 'z']))
    yield 'grouped', plain.assign(g=['u', 'u', 'v'], h=1).groupby(['g', 'h']).sum()
    yield 'index like a column', plain.set_index('a', drop=False)
    yield 'index beside a column', plain.set_index(pd.Index([7, 8, 9], name='a'))

def parse(path):
    for name, frame in frames():
        before = (frame.copy(deep=True), list(frame.columns) if frame.ndim == 2 else None, frame.index.copy())
        yield name, frame
        assert type(frame)(before[0]).equals(frame) and before[2].equals(frame.index), f'{name} was changed'
        assert before[1] is None or [str(each) for each in before[1]] == [str(each) for each in frame.columns]
    shared = pd.DataFrame({'n': np.zeros(10)})
    for number in range(3):
        shared.iloc[:, 0] = float(number)
        yield 'one frame, filled again', shared
`;

const textOf = (type: string | undefined) => type === 'Utf8' || type === 'LargeUtf8';

describe.each(['pandas-3', 'pandas-2'] as const)('a DataFrame of %s', (environment) => {
  const python = pythonWith(environment);
  describe.skipIf(python === undefined)('over the bridge', () => {
    let shim: FinishedShim;
    let batches: ReceivedBatch[];
    beforeAll(async () => {
      shim = await runShim({ python: python!, parser });
      batches = batchesOf(shim.frames);
    });
    const batchOf = (output: string) => batches.find((batch) => batch.output === output)!;
    const valuesOf = (output: string) => batchOf(output).rows.map((row) => row['value']);
    const warningOf = (output: string) =>
      warningsOf(shim.frames).filter((text) => text.startsWith(`output '${output}', column 'value': `));

    it('arrives whatever it holds, and is not changed by it', () => {
      if (shim.frames.at(-1)?.kind === 'error') expect(errorOf(shim.frames)).toEqual({});
      expect(shim.exitCode).toBe(0);
    });

    it('sends only the offending column as text, and says which and why', () => {
      const { types, rows } = batchOf('mixed');
      expect(rows.map((row) => row['bad'])).toEqual(['1', 'two', '3.5', 'True', null, null, '1.10', '10.0']);
      expect(textOf(types['bad'])).toBe(true);
      expect(types['good']).toBe('Int64');
      expect(warningsOf(shim.frames).filter((text) => text.includes("'mixed'"))).toEqual([
        expect.stringMatching(/^output 'mixed', column 'bad': sent as text: .+/),
      ]);
    });

    it.each<[string, unknown[]]>([
      ['int and bool', ['1', 'True']],
      ['float and bool', ['1.5', 'True', 'False']],
      ['text and bytes', ['a', 'b', '\\xff']],
      ['surrogate', ['a\\udc80', 'b', null]],
      ['wide integers', ['1180591620717411303424', '1', null]],
      ['precise integer and float', ['1152921504606846977', '0.5']],
      ['decimal and float', ['1.10', '1.5']],
      ['decimal too wide', ['1'.repeat(80)]],
      ['date and datetime', ['2024-01-01', '2024-01-01T05:00:00']],
      ['date and number', ['2024-01-01', '1']],
      ['zoned and not', ['2024-01-01T05:00:00+00:00', '2024-01-01T05:00:00']],
      ['zoned time', ['05:00:00+00:00']],
      ['uuid', ['00000000-0000-0000-0000-000000000007']],
      ['mixed lists', ['[1,"a","1.5"]', '{"a":["NaN"]}', '["2024-01-01"]']],
      ['mixed dicts', ['{"a":1}', '{"a":"x"}', '{"1":2}']],
      ['mixed categories', ['1', 'a', null]],
      ['bins', ['(0, 5]', '(5, 10]']],
      ['timedelta', ['P1DT2H3M4.5S', null]],
      ['period', ['2024-01', null]],
      ['interval', ['(0, 1]']],
      ['complex', ['(1+2j)', null]],
      ['long double', ['1.5']],
      ['numpy scalars', ['2024-01-01', '1', '1.5']],
      ['long double and int', ['1.5', '1']],
    ])('sends a column of "%s" as text, with a warning', (output, expected) => {
      expect(valuesOf(output)).toEqual(expected);
      expect(warningOf(output)).toEqual([expect.stringContaining('sent as text: ')]);
    });

    it.each<[string, string | RegExp, unknown[]]>([
      ['bytes', 'Binary', ['a', null, 'ÿ']],
      ['decimal scales', /Decimal\[3e\+?2\]/, ['110', '225', null, null]],
      ['time', 'Time64<MICROSECOND>', [19_800_000_000n, null]],
      ['two zones', /Timestamp<MICROSECOND/, [1_704_085_200_000, 1_704_078_000_000]],
      ['nanoseconds', /Timestamp<NANOSECOND/, [expect.closeTo(1_704_067_200_000 + 123.456789, 3), null]],
      ['dates', 'Date32<DAY>', [1_704_067_200_000, null, null]],
      ['lists', 'List<Int64>', [[1n, 2n], null, []]],
      [
        'dicts',
        'Struct<{a:Int64, b:Utf8}>',
        [
          { a: 1n, b: 'x' },
          { a: null, b: 'y' },
        ],
      ],
      ['only None', 'Null', [null, null, null, null]],
      ['None and NaN', 'Float64', [1.5, null, null]],
      ['Int64', 'Int64', [1n, null, 2n ** 62n]],
      ['Float64', 'Float64', [1.5, null]],
      ['boolean', 'Bool', [true, null]],
      ['string', /Utf8/, ['a', null]],
      ['inferred text', /Utf8/, ['a', null, 'ü']],
      ['category', /Dictionary<Int8, (Large)?Utf8>/, ['b', null, 'a', 'b']],
      ['zone', /Timestamp<\w+, Europe\/Berlin>/, [1_719_828_000_000, null]],
      ['strange zone', /Timestamp<\w+, UTC>/, [1_704_106_800_000]],
      ['sparse', 'Int64', [0n, 0n, 7n]],
      ['float16', 'Float16', [1.5]],
      ['arrow dtype', 'Int32', [1, null]],
      ['no categories', 'Null', [null, null]],
      ['uint64', 'Uint64', [2n ** 64n - 1n]],
      ['series', 'Int64', [1n, 2n]],
    ])('sends a column of "%s" as the Arrow type %s', (output, type, expected) => {
      const { types } = batchOf(output);
      expect(types['value']).toMatch(typeof type === 'string' ? new RegExp(`^${escaped(type)}$`) : type);
      expect(valuesOf(output)).toEqual(expected);
      expect(warningOf(output)).toEqual([]);
    });

    it('sends dicts that share few keys as JSON, where a struct would have a field for each', () => {
      expect(valuesOf('many keys').slice(0, 2)).toEqual(['{"key 0":0}', '{"key 1":1}']);
      expect(warningOf('many keys')).toHaveLength(1);
    });

    it.each<[string, readonly string[], Record<string, unknown>[]]>([
      ['duplicates', ['a', 'a_3', 'a_2', 'a_4'], [{ a: 1n, a_3: 2n, a_2: 3n, a_4: 4n }]],
      ['odd names', ['0', 'None', '2024-01-01'], [{ 0: 1n, None: 2n, '2024-01-01': 3n }]],
      ['levels', ['a_sum', 'b'], [{ a_sum: 1n, b: 2n }]],
      ['named series', ['n'], [{ n: 1n }, { n: 2n }]],
      ['zero rows', ['a', 'b'], []],
      ['zero columns', [], [{}, {}, {}]],
      ['filtered', ['a'], [{ a: 2n }, { a: 3n }]],
      [
        'named index',
        ['id', 'a'],
        [
          { id: 7n, a: 1n },
          { id: 8n, a: 2n },
          { id: 9n, a: 3n },
        ],
      ],
      [
        'text index',
        ['index', 'a'],
        [
          { index: 'x', a: 1n },
          { index: 'y', a: 2n },
          { index: 'z', a: 3n },
        ],
      ],
      [
        'grouped',
        ['g', 'h', 'a'],
        [
          { g: 'u', h: 1n, a: 3n },
          { g: 'v', h: 1n, a: 3n },
        ],
      ],
      ['index like a column', ['a'], [{ a: 1n }, { a: 2n }, { a: 3n }]],
      [
        'index beside a column',
        ['a', 'a_2'],
        [
          { a: 7n, a_2: 1n },
          { a: 8n, a_2: 2n },
          { a: 9n, a_2: 3n },
        ],
      ],
    ])('names and keeps the columns of "%s"', (output, columns, rows) => {
      expect(batchOf(output).columns ?? []).toEqual(columns);
      expect(batchOf(output).rows).toEqual(rows);
    });

    it('warns of each renamed column', () => {
      expect(warningsOf(shim.frames).filter((text) => text.includes("'duplicates'"))).toEqual([
        "output 'duplicates', column 'a_3': there is more than one column 'a'; this one was renamed",
        "output 'duplicates', column 'a_4': there is more than one column 'a'; this one was renamed",
      ]);
    });

    it('is sent before the parser goes on, which may then change it in place', () => {
      const sent = batches.filter((batch) => batch.output === 'one frame, filled again');
      expect(sent.map((batch) => batch.rows[9])).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
    });
  });
});

function escaped(text: string): string {
  return text.replace(/[[\]{}()*+?.\\^$|]/g, '\\$&');
}
