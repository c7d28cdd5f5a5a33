import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf, helloOf, type Frame } from './frames.js';
import { runShim, shimPath } from './shim-host.js';

const python = pythonWith('bare');

const firstRow = (frames: readonly Frame[]) => batchesOf(frames)[0]!.rows[0];

describe.skipIf(python === undefined)('a Python parser', () => {
  it('of level 2 is a class, which tells its name, version, outputs and topics', async () => {
    const { frames } = await runShim({
      python: python!,
      parser: `
class Parser:
    name = 'sales'
    topics = ('a', 'b')

    def __init__(self):
        self.version = '2'
        self.outputs = {'lines': {'z': 'int', 'a': 'string'}, 'totals': {'n': {'type': 'int', 'max': 5}}}

    def parse(self, ctx):
        with open(ctx) as file:
            return [{'path': ctx.input_path, 'job': ctx.job_id, 'first': file.readline()}]
`,
    });
    expect(helloOf(frames)).toMatchObject({ api: 'class', name: 'sales', version: '2', topics: ['a', 'b'] });
    expect(JSON.stringify(helloOf(frames)['outputs'])).toBe(
      '{"lines":{"z":"int","a":"string"},"totals":{"n":{"type":"int","max":5}}}',
    );
    expect(firstRow(frames)).toMatchObject({ job: 'job-1', first: 'a,b\n' });
  });

  it('of level 1 is a function of the path', async () => {
    const { frames, folder } = await runShim({
      python: python!,
      parser: 'def parse(path):\n    return [{"path": path}]\n',
    });
    expect(helloOf(frames)).toMatchObject({ api: 'function', name: null, version: null, outputs: null, topics: null });
    expect(firstRow(frames)).toEqual({ path: `${folder}/input.csv` });
  });

  it('may be the Handler of old', async () => {
    const { frames } = await runShim({
      python: python!,
      parser: 'class Handler:\n    def parse(self, path):\n        return [{"path": path[-9:]}]\n',
    });
    expect(helloOf(frames)).toMatchObject({ api: 'handler', name: null });
    expect(firstRow(frames)).toEqual({ path: 'input.csv' });
  });

  it('is a class before it is a function, and a function before it is a Handler', async () => {
    const handler = 'class Handler:\n    def parse(self, path): return []\n';
    const both = `${handler}def parse(path): return []\n`;
    const all = `${both}class Parser:\n    def parse(self, ctx): return []\n`;
    expect(helloOf((await runShim({ python: python!, parser: both })).frames)['api']).toBe('function');
    expect(helloOf((await runShim({ python: python!, parser: all })).frames)['api']).toBe('class');
  });

  it('is what the file defines, not a name that it imports', async () => {
    const { frames } = await runShim({
      python: python!,
      files: { 'dates.py': 'def parse(text): return 1\nclass Parser:\n    def parse(self, text): return 1\n' },
      parser: 'from dates import parse, Parser\nclass Handler:\n    def parse(self, path): return []\n',
    });
    expect(helloOf(frames)['api']).toBe('handler');
  });

  it('may see its folder as a package', async () => {
    const { frames } = await runShim({
      python: python!,
      files: { 'utils.py': 'from .models import N\n', 'models.py': 'N = 7\n' },
      parser: 'from .utils import N\ndef parse(path): return [{"n": N, "module": parse.__module__}]\n',
    });
    expect(firstRow(frames)).toEqual({ n: 7, module: '__parser__.my_parser' });
  });

  it.each<[string, string, RegExp]>([
    ['without any of them', 'def main(): pass\n', /my_parser\.py has no Parser class, .*; it defines main$/],
    ['whose Parser has no parse', 'class Parser: pass\n', /class Parser has no parse method/],
    ['whose Parser is no class', 'Parser = 5\n', /Parser must be a class with a parse method, not of type int/],
    ['whose parse is no function', 'parse = "x"\n', /parse must be a function, not of type str/],
    [
      'with a number for a version',
      level2('version = 1.0'),
      /Parser\.version must be a string, not of type float: 1\.0/,
    ],
    ['with a text for topics', level2('topics = "a"'), /Parser\.topics must be a list of strings, not of type str/],
    ['with a list for outputs', level2('outputs = ["a"]'), /Parser\.outputs must be a dict, not of type list/],
    [
      'with a set in its outputs',
      level2('outputs = {"a": {"enum": {1}}}'),
      /Parser\.outputs\['a'\]\['enum'\] cannot be of type set/,
    ],
    ['with a number for a column', level2('outputs = {1: "int"}'), /Parser\.outputs has a key that is not a string: 1/],
    [
      'with NaN in its outputs',
      level2('outputs = {"a": {"max": float("nan")}}'),
      /\['max'\] cannot be of type float: nan/,
    ],
  ])('%s is refused, with the reason', async (_, parser, message) => {
    const { frames, exitCode, folder } = await runShim({ python: python!, parser });
    expect(frames).toHaveLength(1);
    expect(errorOf(frames)).toMatchObject({ kind: 'parser_invalid', file: `${folder}/my_parser.py` });
    expect(errorOf(frames)['message']).toMatch(message);
    expect(exitCode).toBe(1);
  });

  it('whose parse takes no path is refused at its line, after the hello', async () => {
    const { frames } = await runShim({ python: python!, parser: '\ndef parse():\n    return []\n' });
    expect(errorOf(frames)).toMatchObject({ kind: 'parser_invalid', line: 2, source: 'def parse():' });
    expect(errorOf(frames)['message']).toMatch(/^parse\(\) cannot be called as a parser is: parse\(\) takes 0/);
  });

  it('imports its neighbours, has its own argv and name, and can be pickled', async () => {
    const { frames, folder } = await runShim({
      python: python!,
      parserName: 'my-parser v2.py',
      files: { 'neighbour.py': 'value = 42\n', 'bridge_shim.py': 'raise ImportError("not this one")\n' },
      parser: `
import dataclasses, pickle, sys, neighbour

@dataclasses.dataclass
class Point:
    x: int

def parse(path):
    point = pickle.loads(pickle.dumps(Point(neighbour.value)))
    return [{'x': point.x, 'name': __name__, 'file': __file__, 'argv': sys.argv, 'first': sys.path[0],
             'has_shim_folder': any('shims' in each for each in sys.path)}]
`,
    });
    expect(firstRow(frames)).toEqual({
      x: 42,
      name: 'my-parser v2',
      file: `${folder}/my-parser v2.py`,
      argv: [`${folder}/my-parser v2.py`, `${folder}/input.csv`],
      first: folder,
      has_shim_folder: false,
    });
  });

  it('takes the place of no module of the shim, and is not in its way, whatever its neighbours are called', async () => {
    const names = ['casparian_bridge', 'run', 'bridge', 'text', 'names', 'values', 'jsonable', 'results', 'failures'];
    const { frames } = await runShim({
      python: python!,
      parserName: 'parser.py',
      files: Object.fromEntries(names.map((name) => [`${name}.py`, 'raise ImportError("the parser\'s own")\n'])),
      parser:
        'import datetime\ndef parse(path):\n    yield {1: datetime.date(2024, 1, 31)}\n    raise ValueError("b")\n',
    });
    expect(errorOf(frames)).toMatchObject({ kind: 'exception', type: 'ValueError', line: 4 });
  });

  it('is found where Python must not look into the folder of a script', async () => {
    const { frames } = await runShim({
      python: python!,
      env: { PYTHONSAFEPATH: '1' },
      files: { 'neighbour.py': 'value = 42\n' },
      parser: 'import neighbour, sys\ndef parse(path):\n    return [{"a": neighbour.value, "path": sys.path}]\n',
    });
    expect(firstRow(frames)).toMatchObject({ a: 42, path: expect.not.arrayContaining([dirname(shimPath)]) as unknown });
  });

  it('leaves nothing beside itself', async () => {
    const { frames } = await runShim({
      python: python!,
      files: { 'neighbour.py': '' },
      parser:
        'import neighbour, os\ndef parse(path):\n    return [{"names": sorted(os.listdir(os.path.dirname(path)))}]\n',
    });
    expect(firstRow(frames)).toEqual({ names: ['bridge.sock', 'input.csv', 'my_parser.py', 'neighbour.py'] });
  });

  it('called like a module of Python does not take its place', async () => {
    const { frames } = await runShim({
      python: python!,
      parserName: 'os.py',
      parser: 'import os\ndef parse(path):\n    return [{"exists": os.path.exists(path)}]\n',
    });
    expect(firstRow(frames)).toEqual({ exists: true });
  });

  it.each([
    ['spaces, quotes and line breaks', `/tmp/a "b" 'c'\nd`],
    ['leading dashes', '--job-id'],
  ])('is given a path with %s as it is', async (_, path) => {
    const { frames } = await runShim({
      python: python!,
      inputArguments: ['--input-path', path],
      parser: 'def parse(path):\n    return [{"path": path}]\n',
    });
    expect(firstRow(frames)).toEqual({ path });
  });

  it('is given a path that is not UTF-8 by its bytes', async () => {
    const { frames } = await runShim({
      python: python!,
      inputArguments: ['--input-path-base64', Buffer.from([0x2f, 0xff, 0x61]).toString('base64')],
      parser: 'import os\ndef parse(path):\n    return [{"bytes": list(os.fsencode(path))}]\n',
    });
    expect(firstRow(frames)).toEqual({ bytes: [0x2f, 0xff, 0x61] });
  });
});

function level2(line: string): string {
  return `class Parser:\n    ${line}\n    def parse(self, ctx): return []\n`;
}
