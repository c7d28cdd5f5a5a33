import { beforeAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf, warningsOf, type ReceivedBatch } from './frames.js';
import { runShim, type FinishedShim } from './shim-host.js';

const parser = `
import datetime as dt
import numpy as np, pyarrow as pa

def one(array):
    return pa.table({'value': array})

class Stored(pa.ExtensionType):
    def __init__(self): super().__init__(pa.int64(), 'test.stored')
    def __arrow_ext_serialize__(self): return b''
    @classmethod
    def __arrow_ext_deserialize__(cls, storage, data): return cls()

class Polars:
    """Another library's frame, known by its method alone."""
    def to_arrow(self): return one([1, 2])

class Capsule:
    def __arrow_c_stream__(self, requested_schema=None):
        return one([3, 4]).__arrow_c_stream__(requested_schema)

def views():
    yield 'string view', one(pa.array(['a', None, 'a long text that is not inlined'], pa.string_view()))
    yield 'binary view', one(pa.array([b'a', None], pa.binary_view()))
    yield 'list view', one(pa.array([[1, 2], None, []], pa.list_view(pa.int64())))
    yield 'struct of views', one(pa.array([{'a': 'x'}, None], pa.struct([('a', pa.string_view())])))

def tables():
    yield from views()
    yield 'run ends', one(pa.RunEndEncodedArray.from_arrays([2, 3], ['a', None]))
    yield 'duration', one(pa.array([90_061_000_001, None, -1_000_000_000], pa.duration('ns')))
    yield 'interval', one(pa.array([(1, 2, 3_000_000_000), None], pa.month_day_nano_interval()))
    yield 'union', one(pa.UnionArray.from_dense(pa.array([0, 1, 0], pa.int8()), pa.array([0, 0, 1], pa.int32()), [pa.array([1, None]), pa.array(['x'])]))
    yield 'extension', one(pa.ExtensionArray.from_storage(Stored(), pa.array([1, None])))
    yield 'list of durations', one(pa.array([[dt.timedelta(1)], None], pa.list_(pa.duration('us'))))
    yield 'list of run ends', one(pa.array(['ab', 'ab']).dictionary_encode())
    yield 'dictionary of views', one(pa.DictionaryArray.from_arrays(pa.array([0, None], pa.int8()), pa.array(['v']).cast(pa.string_view()) if hasattr(pa, 'string_view') and int(pa.__version__.split('.')[0]) > 20 else pa.array(['v'])))
    yield 'duplicates', pa.table([[1], [2]], names=['a', 'a'])
    yield 'zero rows', pa.table({'a': pa.array([], pa.int16())})
    yield 'pandas metadata', one([1]).replace_schema_metadata({'pandas': 'x' * 100})
    yield 'record batch', pa.record_batch({'value': [1, 2]})
    yield 'to_arrow', Polars()
    import pyarrow.dataset
    yield 'dataset', pyarrow.dataset.dataset(one([5, 6]))
    yield 'capsule', Capsule()

    big = pa.table({'n': np.arange(70_000)})
    yield 'rows', big
    yield 'reader', big.to_reader(max_chunksize=30_000)
    yield 'tiny chunks', pa.concat_tables([big.slice(start, 100) for start in range(0, 70_000, 100)])
    for start in range(0, 70_000, 1000):
        yield 'tiny batches', big.slice(start, 1000)
    yield 'changing types', one([1])
    yield 'changing types', one(['a'])
    yield 'changing types', [{'value': 2.5}]
    yield 'changing types', one(['b'])
    for word in 'ab':
        yield 'two dictionaries', one(pa.array([word, 'z']).dictionary_encode())
    yield 'one wide row', one(['x' * 12_000_000])
    wide = pa.array(['x' * 1000] * 20_000)
    yield 'bytes', one(wide)
    words = pa.array([f'word {number} {"x" * 50}' for number in range(20_000)])
    yield 'large dictionary', one(pa.DictionaryArray.from_arrays(pa.array(np.arange(70_000) % 20_000), words))

def parse(path):
    yield from tables()
`;

describe.each(['pandas-3', 'pandas-2'] as const)('Arrow data in the environment %s', (environment) => {
  const python = pythonWith(environment);
  describe.skipIf(python === undefined)('over the bridge', () => {
    let shim: FinishedShim;
    let batches: ReceivedBatch[];
    beforeAll(async () => {
      shim = await runShim({ python: python!, parser });
      batches = batchesOf(shim.frames);
    });
    const batchesNamed = (output: string) => batches.filter((batch) => batch.output === output);
    const warningsNamed = (output: string) =>
      warningsOf(shim.frames).filter((text) => text.startsWith(`output '${output}', `));
    const valuesOf = (output: string) => batchesNamed(output).flatMap(({ rows }) => rows.map((row) => row['value']));

    it('arrives to the end', () => {
      if (shim.frames.at(-1)?.kind === 'error') expect(errorOf(shim.frames)).toEqual({});
      expect(shim.exitCode).toBe(0);
      expect(batches.filter((batch) => batch.form === 'rows')).toHaveLength(1);
    });

    it.each<[string, string, unknown[]]>([
      ['string view', 'Utf8', ['a', null, 'a long text that is not inlined']],
      ['binary view', 'Binary', ['a', null]],
      ['list view', 'List<Int64>', [[1n, 2n], null, []]],
      ['struct of views', 'Struct<{a:Utf8}>', [{ a: 'x' }, null]],
      ['run ends', 'Utf8', ['a', 'a', null]],
      ['extension', 'Int64', [1n, null]],
      ['record batch', 'Int64', [1n, 2n]],
      ['to_arrow', 'Int64', [1n, 2n]],
      ['capsule', 'Int64', [3n, 4n]],
      ['dataset', 'Int64', [5n, 6n]],
      ['pandas metadata', 'Int64', [1n]],
    ])('is sent plain when it is "%s"', (output, type, values) => {
      expect(batchesNamed(output)[0]!.types['value']).toBe(type);
      expect(valuesOf(output)).toEqual(values);
      expect(warningsNamed(output)).toEqual([]);
    });

    it.each<[string, unknown[]]>([
      ['duration', ['P0DT0H1M30.061000001S', null, '-P0DT0H0M1S']],
      ['interval', ['P1M2DT3S', null]],
      ['union', ['1', 'x', null]],
    ])('is sent as text, with a warning, when it is "%s"', (output, values) => {
      expect(valuesOf(output)).toEqual(values);
      expect(warningsNamed(output)).toEqual([expect.stringContaining("column 'value': sent as text: ")]);
    });

    it('is converted inside of lists and dictionaries as well', () => {
      expect(valuesOf('list of durations')).toEqual([['P1DT0H0M0S'], null]);
      expect(valuesOf('dictionary of views')).toEqual(['v', null]);
    });

    it('gets distinct names for its columns', () => {
      expect(batchesNamed('duplicates')[0]!.rows).toEqual([{ a: 1n, a_2: 2n }]);
      expect(warningsNamed('duplicates')).toHaveLength(1);
    });

    it('keeps the schema of zero rows', () => {
      expect(batchesNamed('zero rows')).toMatchObject([{ types: { a: 'Int16' }, rows: [] }]);
    });

    it.each([
      ['rows', 65_536],
      ['reader', 30_000],
      ['tiny chunks', 65_536],
      ['tiny batches', 65_536],
    ])('travels in frames of a good size: "%s"', (output, largest) => {
      const received = batchesNamed(output).map((batch) => batch.rows.map((row) => Number(row['n'])));
      expect(received.flat().every((number, index) => number === index)).toBe(true);
      expect(received.flat()).toHaveLength(70_000);
      expect(Math.max(...received.map((rows) => rows.length))).toBe(largest);
      expect(received.length).toBeLessThanOrEqual(3);
    });

    it('is cut by bytes when its rows are wide', () => {
      const sizes = batchesNamed('bytes').map((batch) => batch.byteLength);
      expect(sizes.length).toBeGreaterThan(2);
      expect(Math.max(...sizes)).toBeLessThan(9 * 1024 * 1024);
    });

    it('does not repeat a large dictionary in every frame', () => {
      const received = batchesNamed('large dictionary');
      expect(received.map((batch) => batch.types['value'])).toEqual(['Utf8', 'Utf8']);
      expect(received[1]!.rows.at(-1)!['value']).toMatch(/^word 9999 x/);
    });

    it('gathers small batches that have dictionaries of their own', () => {
      expect(valuesOf('two dictionaries')).toEqual(['a', 'z', 'b', 'z']);
      expect(batchesNamed('two dictionaries')).toHaveLength(1);
    });

    it('may have a row that is larger than a usual frame', () => {
      expect(valuesOf('one wide row')).toEqual(['x'.repeat(12_000_000)]);
    });

    it('keeps its order when one output changes its types or its form', () => {
      expect(valuesOf('changing types')).toEqual([1n, 'a', 2.5, 'b']);
    });
  });
});
