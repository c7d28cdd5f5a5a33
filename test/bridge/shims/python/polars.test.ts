import { beforeAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf, warningsOf, type ReceivedBatch } from './frames.js';
import { runShim, type FinishedShim } from './shim-host.js';

const python = pythonWith('polars');

const frames = `
import datetime as dt, decimal
import polars as pl

class Point:
    def __str__(self): return '(1, 2)'

def column(values, dtype=None):
    return pl.DataFrame({'value': pl.Series(values, dtype=dtype)})

def frames():
    yield 'integers', column([1, None, 2**62])
    yield 'small', column([1, None], pl.UInt8)
    yield 'floats', column([1.5, None])
    yield 'truths', column([True, None])
    yield 'text', column(['a', None, 'a text that is too long to be inlined in a view'])
    yield 'bytes', column([b'a', None])
    yield 'dates', column([dt.date(2024, 1, 31), None])
    yield 'times', column([dt.time(5, 30), None])
    yield 'moments', column([dt.datetime(2024, 1, 1, 12), None])
    yield 'zone', column([dt.datetime(2024, 7, 1, 12)]).select(pl.col('value').dt.replace_time_zone('Europe/Berlin'))
    yield 'decimals', column([decimal.Decimal('1.10'), None], pl.Decimal(10, 2))
    yield 'categories', column(['b', None, 'a', 'b'], pl.Categorical)
    yield 'enum', column(['b', None], pl.Enum(['a', 'b']))
    yield 'lists', column([[1, 2], None, []])
    yield 'arrays', column([[1, 2], None], pl.Array(pl.Int64, 2))
    yield 'structs', column([{'a': 1, 'b': 'x'}])
    yield 'nothing', column([None, None])
    yield 'durations', column([dt.timedelta(days=1, seconds=1), None])
    yield 'zero rows', column([], pl.Int16)
    yield 'objects', pl.DataFrame({'value': pl.Series([Point(), None], dtype=pl.Object), 'n': [1, 2]})
    yield 'wide integers', column([2**100, -1, None], pl.Int128)
`;

const parser = `${frames}
def parse(path):
    yield from frames()
    yield 'rows', pl.DataFrame({'n': range(70_000)})
    yield 'chunks', pl.concat([pl.DataFrame({'n': range(start, start + 100)}) for start in range(0, 1000, 100)], rechunk=False)
    yield 'lazy', pl.LazyFrame({'n': [1, 2]}).filter(pl.col('n') > 1).collect()
`;

describe.skipIf(python === undefined)('a polars DataFrame', () => {
  let shim: FinishedShim;
  let batches: ReceivedBatch[];
  beforeAll(async () => {
    shim = await runShim({ python: python!, parser });
    batches = batchesOf(shim.frames);
  });
  const batchesNamed = (output: string) => batches.filter((batch) => batch.output === output);
  const valuesOf = (output: string) => batchesNamed(output).flatMap(({ rows }) => rows.map((row) => row['value']));
  const warningsNamed = (output: string) =>
    warningsOf(shim.frames).filter((text) => text.startsWith(`output '${output}', `));

  it('arrives whatever it holds', () => {
    if (shim.frames.at(-1)?.kind === 'error') expect(errorOf(shim.frames)).toEqual({});
    expect(shim).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each<[string, string | RegExp, unknown[]]>([
    ['integers', 'Int64', [1n, null, 2n ** 62n]],
    ['small', 'Uint8', [1, null]],
    ['floats', 'Float64', [1.5, null]],
    ['truths', 'Bool', [true, null]],
    ['text', /^(Large)?Utf8$/, ['a', null, 'a text that is too long to be inlined in a view']],
    ['bytes', /^(Large)?Binary$/, ['a', null]],
    ['dates', 'Date32<DAY>', [Date.UTC(2024, 0, 31), null]],
    ['times', 'Time64<NANOSECOND>', [19_800_000_000_000n, null]],
    ['moments', /^Timestamp<MICROSECOND/, [Date.UTC(2024, 0, 1, 12), null]],
    ['zone', 'Timestamp<MICROSECOND, Europe/Berlin>', [Date.UTC(2024, 6, 1, 10)]],
    ['decimals', /^Decimal\[10e\+?2\]$/, ['110', null]],
    ['categories', /Utf8/, ['b', null, 'a', 'b']],
    ['enum', /Utf8/, ['b', null]],
    ['lists', /List<Int64>/, [[1n, 2n], null, []]],
    ['arrays', 'FixedSizeList[2]<Int64>', [[1n, 2n], null]],
    ['structs', /^Struct<\{a:Int64, b:(Large)?Utf8\}>$/, [{ a: 1n, b: 'x' }]],
    ['nothing', 'Null', [null, null]],
  ])('sends a column of "%s" as the Arrow type %s', (output, type, values) => {
    if (typeof type === 'string') expect(batchesNamed(output)[0]!.types['value']).toBe(type);
    else expect(batchesNamed(output)[0]!.types['value']).toMatch(type);
    expect(valuesOf(output)).toEqual(values);
    expect(warningsNamed(output)).toEqual([]);
  });

  it('sends durations as text, with a warning', () => {
    expect(valuesOf('durations')).toEqual(['P1DT0H0M1S', null]);
    expect(warningsNamed('durations')).toEqual([expect.stringContaining("column 'value': sent as text: ")]);
  });

  it('sends Python objects as text, not as the addresses that Arrow would get', () => {
    expect(batchesNamed('objects')).toMatchObject([
      {
        form: 'rows',
        rows: [
          { value: '(1, 2)', n: 1 },
          { value: null, n: 2 },
        ],
      },
    ]);
    expect(warningsNamed('objects')).toEqual(["output 'objects', column 'value': Point values are sent as text"]);
  });

  it('sends integers of 128 bits exactly, though pyarrow cannot read them', () => {
    expect(valuesOf('wide integers')).toEqual([{ $int: String(2n ** 100n) }, -1, null]);
  });

  it('keeps the schema of zero rows', () => {
    expect(batchesNamed('zero rows')).toMatchObject([{ types: { value: 'Int16' }, rows: [] }]);
  });

  it.each([
    ['rows', 70_000, 2],
    ['chunks', 1000, 1],
    ['lazy', 1, 1],
  ])('travels in frames of a good size: "%s"', (output, rowCount, frameCount) => {
    const received = batchesNamed(output);
    expect(received.flatMap(({ rows }) => rows)).toHaveLength(rowCount);
    expect(received).toHaveLength(frameCount);
  });

  it('is sent as rows where there is no pyarrow', async () => {
    const { frames: received, stderr } = await runShim({
      python: python!,
      parser: `import sys\nsys.modules['pyarrow'] = None\n${frames}\ndef parse(path):\n    yield from frames()\n`,
    });
    const rowsOf = (output: string) => batchesOf(received).find((batch) => batch.output === output);
    expect(stderr).toBe('');
    expect(received.at(-1)).toEqual({ kind: 'end' });
    expect(rowsOf('integers')?.rows).toEqual([{ value: 1 }, { value: null }, { value: { $int: String(2n ** 62n) } }]);
    expect(rowsOf('dates')?.rows).toEqual([{ value: { $date: '2024-01-31' } }, { value: null }]);
    expect(rowsOf('decimals')?.rows).toEqual([{ value: { $decimal: '1.10' } }, { value: null }]);
    expect(rowsOf('zero rows')).toMatchObject({ columns: ['value'], rows: [] });
  });

  it.each([
    ["pl.LazyFrame({'a': [1]})", 'call .collect() on it'],
    ["pl.Series('a', [1])", 'make a DataFrame of it, with names for its columns'],
  ])('is what to return instead of %s', async (returned, hint) => {
    const { frames: received } = await runShim({
      python: python!,
      parser: `import polars as pl\ndef parse(path):\n    return ${returned}\n`,
    });
    expect(errorOf(received)).toMatchObject({
      kind: 'return_invalid',
      message: expect.stringContaining(hint) as string,
    });
  });
});
