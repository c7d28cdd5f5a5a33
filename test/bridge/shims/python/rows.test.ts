import { beforeAll, describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, warningsOf, type ReceivedBatch } from './frames.js';
import { runShim, type FinishedShim } from './shim-host.js';

const python = pythonWith('bare');

const parser = `
import collections, dataclasses, datetime as dt, decimal, enum, pathlib, uuid

class Color(enum.Enum):
    RED = 'red'

class Level(enum.IntEnum):
    HIGH = 3

class Word(str):
    def __str__(self):
        return 'not this'

@dataclasses.dataclass
class Point:
    x: int
    y: float

class Odd:
    def __str__(self):
        return 'odd one'

class Broken:
    def __str__(self):
        raise RuntimeError('no text')

cest = dt.timezone(dt.timedelta(hours=2))
circular = []
circular.append(circular)

values = {
    'integers': [2**53 - 1, 2**53, -2**53 + 1, -2**53, 10**30, Level.HIGH, True],
    'floats': [0.1, -0.0, 1e300, float('nan'), float('inf'), float('-inf')],
    'decimals': [decimal.Decimal(each) for each in ('1.10', '1E+3', '-0.00', 'NaN', '-Infinity', '1E-7', '1E+999')],
    'bytes': [b'\\x00\\xff', bytearray(b'ab'), memoryview(b'')],
    'dates': [dt.date(2024, 1, 31), dt.datetime(2024, 1, 31, 10, 0, 0, 123456), dt.datetime(1, 1, 1)],
    'zoned': [dt.datetime(2024, 1, 31, 10, tzinfo=dt.timezone.utc), dt.datetime(2024, 1, 31, 10, tzinfo=cest)],
    'times': [dt.time(10), dt.time(10, 0, 0, 500000), dt.time(10, tzinfo=cest), dt.timedelta(days=-1, seconds=1)],
    'texts': ['plain', 'line\\nbreak\\u2028', 'a\\udc80b', '\\ud83d\\ude00', Word('word'), Color.RED, '\\x00'],
    'things': [uuid.UUID(int=5), pathlib.PurePosixPath('/a/b'), {3, 1, 2}, range(3), Point(1, float('nan'))],
    'nested': [[1, [2**60, (b'a', None)]], {'a': {'b': decimal.Decimal('1.5')}}, collections.OrderedDict(a=1)],
    'tag look-alikes': [{'$int': '5'}, {'$x': {'$y': 1}}, {'$a': 1, '$b': 2}, [{'$': None}]],
    'keys': [{1: 'one', '1': 'text one', None: 0, True: 2, ('a', 'b'): 3}],
    'odd': [Odd(), Broken(), 1 + 2j, circular],
}

class Parser:
    def parse(self, ctx):
        for name, cells in values.items():
            yield name, [{'value': value} for value in cells]
        reused = {}
        for number in range(3):
            reused['n'] = number
            yield 'one dict, filled again', reused
        yield 'union of keys', [{'a': 1}, {'b': 2, 'a': 3}, {}]
        yield 'column names', [{1: 'x', '1': 'y', 'ä\\udc80': 'z', '$casparian': 1}]
        yield 'mappings', [collections.ChainMap({'a': 1}), collections.UserDict(b=2)]
        yield 'many', ({'n': number} for number in range(70_000))
        yield 'wide', ({'text': 'x' * 3_000_000} for number in range(4))
        yield 'huge digits', [{'value': 10**5000}]
`;

describe.skipIf(python === undefined)('rows of dicts', () => {
  let shim: FinishedShim;
  let batches: ReceivedBatch[];
  beforeAll(async () => {
    shim = await runShim({ python: python!, parser });
    batches = batchesOf(shim.frames);
  });
  const valuesOf = (output: string) =>
    batches.filter((batch) => batch.output === output).flatMap((batch) => batch.rows.map((row) => row['value']));

  it('arrive to the last one', () => {
    expect(shim.frames.at(-1)).toEqual({ kind: 'end' });
    expect(shim.exitCode).toBe(0);
  });

  it.each<[string, unknown[]]>([
    [
      'integers',
      [
        9007199254740991,
        { $int: '9007199254740992' },
        -9007199254740991,
        { $int: '-9007199254740992' },
        { $int: '1000000000000000000000000000000' },
        3,
        true,
      ],
    ],
    ['floats', [0.1, -0, 1e300, { $float: 'NaN' }, { $float: 'Infinity' }, { $float: '-Infinity' }]],
    [
      'decimals',
      [
        { $decimal: '1.10' },
        { $decimal: '1000' },
        { $decimal: '-0.00' },
        { $float: 'NaN' },
        { $float: '-Infinity' },
        { $decimal: '0.0000001' },
        { $decimal: '1E+999' },
      ],
    ],
    ['bytes', [{ $bytes: 'AP8=' }, { $bytes: 'YWI=' }, { $bytes: '' }]],
    [
      'dates',
      [{ $date: '2024-01-31' }, { $datetime: '2024-01-31T10:00:00.123456' }, { $datetime: '0001-01-01T00:00:00' }],
    ],
    ['zoned', [{ $datetime: '2024-01-31T10:00:00+00:00' }, { $datetime: '2024-01-31T08:00:00+00:00' }]],
    ['times', [{ $time: '10:00:00' }, { $time: '10:00:00.500000' }, '10:00:00+02:00', '-P0DT23H59M59S']],
    // Two halves of a pair that Python kept apart are two surrogates, and no emoji.
    ['texts', ['plain', 'line\nbreak\u2028', 'a\\udc80b', '\\ud83d\\ude00', 'word', 'red', '\x00']],
    ['things', ['00000000-0000-0000-0000-000000000005', '/a/b', [1, 2, 3], [0, 1, 2], { x: 1, y: { $float: 'NaN' } }]],
    [
      'nested',
      [[1, [{ $int: '1152921504606846976' }, [{ $bytes: 'YQ==' }, null]]], { a: { b: { $decimal: '1.5' } } }, { a: 1 }],
    ],
    [
      'tag look-alikes',
      [
        { $object: { $int: '5' } },
        { $object: { $x: { $object: { $y: 1 } } } },
        { $a: 1, $b: 2 },
        [{ $object: { $: null } }],
      ],
    ],
    ['keys', [{ '1': 2, '1_2': 'text one', None: 0, a_b: 3 }]],
  ])('keep the exact value of %s', (output, expected) => {
    expect(valuesOf(output)).toEqual(expected);
  });

  it('hold text for objects that have no other form, and one warning names the column', () => {
    const [odd, broken, complex, circular] = valuesOf('odd');
    expect([odd, complex]).toEqual(['odd one', '(1+2j)']);
    expect(broken).toMatch(/^<my_parser\.Broken object at 0x/);
    expect(JSON.stringify(circular)).toContain('[...]');
    expect(warningsOf(shim.frames).filter((text) => text.includes("'odd'"))).toEqual([
      "output 'odd', column 'value': Odd values are sent as text",
    ]);
  });

  it('are written at once, so that a parser may fill one dict again', () => {
    expect(rowsOf('one dict, filled again')).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });

  it('come with the union of their keys, in order of first sight', () => {
    expect(batches.find((batch) => batch.output === 'union of keys')).toMatchObject({
      columns: ['a', 'b'],
      rows: [{ a: 1 }, { b: 2, a: 3 }, {}],
    });
  });

  it('have names that are distinct texts', () => {
    expect(rowsOf('column names')).toEqual([{ 1: 'x', '1_2': 'y', 'ä\\udc80': 'z', $casparian: 1 }]);
    expect(warningsOf(shim.frames)).toContain(
      "output 'column names', column '1_2': there is more than one column '1'; this one was renamed",
    );
  });

  it('may be mappings of any class', () => {
    expect(rowsOf('mappings')).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('of a generator are gathered into frames of 65,536 rows and 8 MiB', () => {
    const sizesOf = (output: string) =>
      batches.filter((batch) => batch.output === output).map((batch) => batch.rows.length);
    expect(sizesOf('many')).toEqual([65_536, 4_464]);
    expect(sizesOf('wide')).toEqual([2, 2]);
    expect(rowsOf('many').every((row, index) => row['n'] === index)).toBe(true);
    expect(batches.filter((batch) => batch.output === 'many').map((batch) => batch.columns)).toEqual([['n'], ['n']]);
  });

  it('carry integers that Python itself refuses to write', () => {
    expect(valuesOf('huge digits')).toEqual([{ $int: `1${'0'.repeat(5000)}` }]);
  });

  function rowsOf(output: string) {
    return batches.filter((batch) => batch.output === output).flatMap((batch) => batch.rows);
  }
});
