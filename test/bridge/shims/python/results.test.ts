import { describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf, warningsOf } from './frames.js';
import { runShim } from './shim-host.js';

const bare = pythonWith('bare');
const withPandas = pythonWith('pandas-3');

describe.skipIf(bare === undefined)('what parse() may give', () => {
  it.each([
    ['a list', 'return [{"a": 1}, {"a": 2}]'],
    ['a tuple', 'return ({"a": 1}, {"a": 2})'],
    ['an iterator', 'return iter([{"a": 1}, {"a": 2}])'],
    ['a map', 'return map(lambda number: {"a": number}, [1, 2])'],
    ['an iterable of its own', 'return type("Rows", (), {"__iter__": lambda self: iter([{"a": 1}, {"a": 2}])})()'],
    ['lists from a generator', 'yield [{"a": 1}]\n    yield [{"a": 2}]'],
    ['rows and lists from a generator', 'yield {"a": 1}\n    yield [{"a": 2}]'],
    ['a list of lists', 'return [[{"a": 1}], [{"a": 2}]]'],
  ])('is %s of rows', async (_, body) => {
    const { frames, exitCode } = await runShim({ python: bare!, parser: `def parse(path):\n    ${body}\n` });
    expect(batchesOf(frames)).toMatchObject([{ output: null, columns: ['a'], rows: [{ a: 1 }, { a: 2 }] }]);
    expect(exitCode).toBe(0);
  });

  it.each([
    ['a pair', 'return "x", [{"a": 1}]'],
    ['a list of pairs', 'return [("x", {"a": 1})]'],
    ['a pair with a generator', 'return "x", ({"a": number} for number in [1])'],
  ])('is %s of an output and its batch', async (_, body) => {
    const { frames } = await runShim({ python: bare!, parser: `def parse(path):\n    ${body}\n` });
    expect(batchesOf(frames)).toMatchObject([{ output: 'x', rows: [{ a: 1 }] }]);
  });

  it('is rows of several outputs in turn, which stay in order within each', async () => {
    const { frames } = await runShim({
      python: bare!,
      parser: `
def parse(path):
    for number in range(3):
        yield 'even', {'n': number * 2}
        yield 'odd', {'n': number * 2 + 1}
`,
    });
    expect(batchesOf(frames)).toMatchObject([
      { output: 'even', rows: [{ n: 0 }, { n: 2 }, { n: 4 }] },
      { output: 'odd', rows: [{ n: 1 }, { n: 3 }, { n: 5 }] },
    ]);
  });

  it.each(['return []', 'return ()', 'yield from ()'])('is nothing: %s', async (body) => {
    const { frames } = await runShim({ python: bare!, parser: `def parse(path):\n    ${body}\n` });
    expect(frames.map((frame) => frame.kind)).toEqual(['data', 'end']);
  });
});

describe.skipIf(bare === undefined)('what parse() may not give', () => {
  it.each<[string, string, RegExp]>([
    ['nothing', 'pass', /^parse\(\) of my_parser\.py returned None; it must return .* \(did it forget `return`\?\)$/],
    ['a number', 'return 5', /returned int: 5; it must return a DataFrame, an Arrow table, a list of dicts/],
    ['a text', 'return "a,b"', /returned str: 'a,b';/],
    ['one dict', 'return {"a": 1}', /returned dict: \{'a': 1\};.*for a single row return \[row\]/],
    ['a list with something else in it', 'return [{"a": 1}, None]', /None;/],
    ['rows as lists', 'return [[1, 2]]', /int: 1;/],
    ['a pair without a batch', 'return "x", None', /None;.*'x'/],
    ['an exception', 'return ValueError("x")', /ValueError: ValueError\('x'\);/],
    ['a very long text', 'return "x" * 1000000', /returned str: 'x{10,80}\.\.\.;/],
  ])('is %s: the error says what came, from where, and what is allowed', async (_, body, message) => {
    const { frames, exitCode, folder } = await runShim({
      python: bare!,
      parser: `import os\ndef parse(path):\n    ${body}\n`,
    });
    expect(errorOf(frames)).toEqual({
      kind: 'return_invalid',
      type: 'Fault',
      message: expect.stringMatching(message) as string,
      file: `${folder}/my_parser.py`,
      line: 2,
      source: 'def parse(path):',
      traceback: null,
      name: null,
    });
    expect(exitCode).toBe(1);
  });

  it('is an async function', async () => {
    const { frames } = await runShim({ python: bare!, parser: 'async def parse(path):\n    return []\n' });
    expect(errorOf(frames)['message']).toMatch(
      /returned coroutine: .*\(parse\(\) must be a plain function, not async\)/,
    );
  });

  it('is a wrong value half way through a generator, whose line is told', async () => {
    const { frames } = await runShim({
      python: bare!,
      parser: `
def parse(path):
    yield {'a': 1}
    yield None
`,
    });
    expect(errorOf(frames)).toMatchObject({ kind: 'return_invalid', line: 4, source: 'yield None' });
    expect(errorOf(frames)['message']).toMatch(/yielded None; it must yield .*forget a value after `yield`/);
  });

  it('is a row larger than a frame can be', async () => {
    const { frames } = await runShim({
      python: bare!,
      // The limit is lowered, since a row of 256 MiB takes a gigabyte on its way.
      parser: `
from casparian_bridge import bridge
bridge.DATA_LIMIT_BYTES = 1000
def parse(path):
    yield {"a": "x" * 1000}
`,
    });
    expect(errorOf(frames)).toMatchObject({ kind: 'return_invalid' });
    expect(errorOf(frames)['message']).toMatch(/one row takes \d+ bytes/);
  });
});

describe.skipIf(withPandas === undefined)('a DataFrame without pyarrow', () => {
  it('is sent as rows', async () => {
    const { frames, stderr } = await runShim({
      python: withPandas!,
      parser: `
import sys
sys.modules['pyarrow'] = None
import pandas as pd

def parse(path):
    yield pd.DataFrame({
        'n': [1, 2], 'x': [1.5, None], 's': ['a', None], 't': pd.to_datetime(['2024-01-01 10:00:00.123456789', None]),
        'c': pd.Categorical(['u', None]), 'i': pd.array([2**60, None], dtype='Int64'), 'd': pd.to_timedelta(['1 days', None]),
    })
    yield 'empty', pd.DataFrame({'a': []})
    yield 'index', pd.DataFrame({'a': [True]}, index=pd.Index(['k'], name='key'))
`,
    });
    expect(stderr).toBe('');
    expect(batchesOf(frames)).toMatchObject([
      {
        output: null,
        columns: ['n', 'x', 's', 't', 'c', 'i', 'd'],
        rows: [
          {
            n: 1,
            x: 1.5,
            s: 'a',
            t: { $datetime: '2024-01-01T10:00:00.123456789' },
            c: 'u',
            i: { $int: '1152921504606846976' },
            d: 'P1DT0H0M0S',
          },
          { n: 2, x: null, s: null, t: null, c: null, i: null, d: null },
        ],
      },
      { output: 'empty', columns: ['a'], rows: [] },
      { output: 'index', rows: [{ key: 'k', a: true }] },
    ]);
  });

  it('and numpy scalars and pandas values in rows keep their meaning', async () => {
    const { frames } = await runShim({
      python: withPandas!,
      parser: `
import numpy as np, pandas as pd

def parse(path):
    for value in [
        np.int64(2**60), np.float32(0.5), np.float64('nan'), np.bool_(True), np.str_('s'), np.array([[1, 2]]), pd.NaT, pd.NA,
        np.datetime64('2024-01-01T10:00:00.123456789'), np.datetime64('2024-01-01'), np.datetime64('NaT'),
        pd.Timestamp('2024-01-01', tz='Europe/Berlin'), pd.Timedelta(1, 'ns'), pd.Period('2024-01'), np.longdouble('1.5'),
    ]:
        yield {'value': value}
`,
    });
    expect(batchesOf(frames)[0]!.rows.map((row) => row['value'])).toEqual([
      { $int: '1152921504606846976' },
      0.5,
      { $float: 'NaN' },
      true,
      's',
      [[1, 2]],
      null,
      null,
      { $datetime: '2024-01-01T10:00:00.123456789' },
      { $date: '2024-01-01' },
      null,
      { $datetime: '2023-12-31T23:00:00+00:00' },
      'P0DT0H0M0.000000001S',
      '2024-01',
      '1.5',
    ]);
    expect(warningsOf(frames)).toEqual(["column 'value': Period values are sent as text"]);
  });
});
