import { expect, test } from 'vitest';
import { described, PYTHON } from '../described.js';

const parser = (body: string, before = ''): string =>
  `${before}\nclass Parser:\n    name = 'sales'\n    version = '1.0.0'\n${body}\n    def parse(self, ctx):\n        return []\n`;

test('name, version, topics and outputs are read without running a line', async () => {
  const body = "    topics = ('a', 'b')\n    outputs = {'id': 'int!', 'low': {'type': 'int', 'enum': [1, -2]}}";
  const { readBy, ...rest } = await described({ 'parser.py': parser(body, 'import os\nos._exit(9)') });
  expect(readBy?.path).toBe(PYTHON);
  expect(rest).toEqual({
    name: 'sales',
    version: '1.0.0',
    topics: ['a', 'b'],
    outputs: { id: 'int!', low: { type: 'int', enum: [1, -2] } },
    imports: [],
    importPlaces: [],
    network: false,
    notes: [],
  });
});

test('constants, base classes and other files of the bundle are followed', async () => {
  const files = {
    'parser.py': "from lib.impl import SalesParser as Parser\nVERSION = 'wrong'\n",
    'lib/__init__.py': '',
    'lib/impl.py':
      "from .base import *\nVERSION = '2.1'\nclass SalesParser(Base):\n    version: str = VERSION\n    COLUMNS = {'a': 'int'}\n    outputs = COLUMNS\n",
    'lib/base.py': "class Base:\n    name = 'inherited'\n    def parse(self, ctx): ...\n",
  };
  expect(await described(files)).toMatchObject({ name: 'inherited', version: '2.1', outputs: { a: 'int' } });
});

test.each(["{('a', 'b'): 'int'}", "{'a': {1, 2}}", "{'a': 1e999}", '{**other}'])(
  'outputs that JSON cannot say are left open: %s',
  async (outputs) => {
    const found = await described({ 'parser.py': parser(`    outputs = ${outputs}`) });
    expect(found).toMatchObject({ outputs: null, notes: [expect.stringContaining('computed when the parser runs')] });
  },
);

test('outputs that only a run can tell are left open, and said', async () => {
  const found = await described({ 'parser.py': parser('    outputs = make()', 'def make(): ...') });
  expect(found).toMatchObject({ outputs: null, notes: ['outputs are computed when the parser runs (parser.py:5)'] });
});

test.each([
  [
    'a computed name',
    "class Parser:\n    name = 'a' + x\n    def parse(s, c): ...",
    /^parser.py:2: Parser.name is not/,
  ],
  ['no name', "class Parser:\n    version = '1'\n    def parse(s, c): ...", /the Parser has no name/],
  ['an odd name', "class Parser:\n    name = 'a b'\n    def parse(s, c): ...", /the name "a b" cannot be used/],
  ['no version', "class Parser:\n    name = 'a'\n    def parse(s, c): ...", /the Parser has no version/],
  [
    'an odd version',
    "class Parser:\n    name = 'a'\n    version = '1/2'\n    def parse(s, c): ...",
    /the version "1\/2"/,
  ],
  ['no parse', "class Parser:\n    name = 'a'", /^parser.py:1: class Parser has no parse method/],
  ['nothing', 'x = 1', /^parser.py: it has no Parser class/],
  ['a syntax error', 'x = 1\ndef f(:\n', /^parser.py:2: Python 3.\d+ cannot read it: /],
  ['a null byte', 'x = 1\0', /^parser.py(:1)?: Python .*cannot read it/],
  ['a made class', 'Parser = make()', /^parser.py:1: only running the file can show what Parser is/],
  ['a foreign class', 'from pandas import Parser', /^parser.py:1: only running the file can show what Parser is/],
  [
    'odd topics',
    "class Parser:\n    name = 'a'\n    version = '1'\n    topics = 'x'\n    def parse(s, c): ...",
    /list of texts/,
  ],
  ['nesting', `x = ${'('.repeat(5_000)}1${')'.repeat(5_000)}`, /^parser.py/],
])('%s is refused, with its place', async (_, source, message) => {
  await expect(described({ 'parser.py': source })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

test('outputs that no contract can be made of are refused', async () => {
  await expect(described({ 'parser.py': parser("    outputs = {'a': 'number'}") })).rejects.toMatchObject({
    code: 'CONTRACT_INVALID',
  });
});

test.each([
  ['a function', 'def parse(path): ...', /only a parse function/],
  ['a function beside an imported class', 'from impl import Parser\ndef parse(path): ...', /only a parse function/],
  ['a handler', 'class Handler:\n    def parse(self, path): ...', /only a Handler class/],
])('%s cannot be registered', async (_, source, message) => {
  await expect(described({ 'parser.py': source, 'impl.py': parser('') })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: expect.stringMatching(message) as string,
    next: [{ text: 'Wrap it in a Parser class', action: 'scaffold', arguments: ['given'] }],
  });
});

test('imports outside the standard library are found wherever they must succeed', async () => {
  const files = {
    'parser.py': parser(
      '    def later(self):\n        import numpy.linalg',
      'import json, pandas as pd\nimport utils\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import polars\ntry:\n    import orjson\nexcept ImportError:\n    import ujson',
    ),
    'utils.py': 'from dateutil import parser\nimport xml.etree\n',
  };
  const { importPlaces } = await described(files);
  expect(importPlaces).toEqual([
    { name: 'dateutil', file: 'utils.py', line: 1 },
    { name: 'numpy', file: 'parser.py', line: 14 },
    { name: 'pandas', file: 'parser.py', line: 1 },
    { name: 'ujson', file: 'parser.py', line: 9 },
  ]);
});

test('a failed import may also be suppressed, and a type checker is not everybody else', async () => {
  const before = `
from contextlib import suppress
import typing
with suppress(ImportError, OSError):
    import orjson
with open('x') as file:
    import numpy
if not typing.TYPE_CHECKING:
    import polars
if typing.TYPE_CHECKING and True:
    import pandas
try:
    import ujson
except (KeyError, builtins.ImportError):
    pass
`;
  const { imports } = await described({ 'parser.py': parser('', before) });
  expect(imports).toEqual(['numpy', 'polars']);
});

test('names are looked for in every star import, the last one first', async () => {
  const files = {
    'parser.py': 'from old import *\nfrom new import *\nfrom other import *\n',
    'old.py': parser('').replace('1.0.0', '0.1'),
    'new.py': parser(''),
    'other.py': 'x = 1\n',
  };
  await expect(described(files)).resolves.toMatchObject({ version: '1.0.0' });
});

test('the parser may see its folder as a package', async () => {
  const files = {
    'parser.py': parser('', 'from .lib.near import x'),
    'lib/near.py': 'from ..top import x',
    'top.py': 'x = 1',
  };
  await expect(described(files)).resolves.toMatchObject({ name: 'sales', imports: [] });
});

test.each([
  ['a module of a folder', 'import lib.gone', /^parser.py:1: Local import 'lib.gone' not found/],
  ['a relative one in a folder', 'import lib.far', /^lib\/far.py:1: Local import '.gone' not found/],
  ['a relative one beside the parser', 'from .gone import x', /^parser.py:1: Local import '.gone' not found/],
  ['a relative one above the parser', 'from ..lib import x', /^parser.py:1: 'from ..lib import …' needs a package/],
  ['a relative one where nothing makes a package', 'import top', /^top.py:1: .* needs a package.* 'from lib/],
])('a local import that is not there is refused: %s', async (_, source, message) => {
  const lib = { 'lib/near.py': '', 'lib/far.py': 'from .gone import x', 'top.py': 'from .lib import near' };
  if (!source.includes('far')) lib['lib/far.py'] = '';
  if (!source.includes('top')) lib['top.py'] = '';
  await expect(described({ 'parser.py': parser('', source).trimStart(), ...lib })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    message: expect.stringMatching(message) as string,
  });
});
