import { describe, expect, it } from 'vitest';
import { pythonWith } from '../../../parse/python-environments.js';
import { batchesOf, errorOf } from './frames.js';
import { runShim } from './shim-host.js';

const python = pythonWith('bare');
const withPandas = pythonWith('pandas-3');

const parserOf = (...lines: string[]) =>
  `import json, os, subprocess, sys\ndef parse(path):\n    ${lines.join('\n    ')}\n`;

describe.skipIf(python === undefined)('a failure of a Python parser', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['an exception', 'raise KeyError("a")', { kind: 'exception', type: 'KeyError', message: "'a'", name: null }],
    ['a missing module', 'import pdf_tool.x', { kind: 'module_missing', name: 'pdf_tool' }],
    ['a missing program', 'subprocess.run(["pdftotext-9", "x"])', { kind: 'binary_missing', name: 'pdftotext-9' }],
    ['a missing program by path', 'subprocess.run("/no/tool")', { kind: 'binary_missing', name: '/no/tool' }],
    [
      'a missing folder for a program',
      'subprocess.run("ls", cwd="/no/where")',
      { kind: 'exception', name: '/no/where' },
    ],
    ['another missing file', 'open("other.csv")', { kind: 'exception', type: 'FileNotFoundError', name: 'other.csv' }],
    ['a forbidden file', 'raise PermissionError(13, "denied", "/root/x")', { kind: 'not_permitted', name: '/root/x' }],
    ['no memory', 'raise MemoryError()', { kind: 'out_of_memory', type: 'MemoryError' }],
    ['sys.exit()', 'sys.exit()', { kind: 'exception', type: 'SystemExit', message: 'the parser called sys.exit()' }],
    ['sys.exit(3)', 'sys.exit(3)', { kind: 'exception', message: 'the parser called sys.exit(3)' }],
    ['an exception of a library', 'json.loads("{")', { kind: 'exception', type: 'JSONDecodeError' }],
    ['a group of exceptions', 'exec("raise ExceptionGroup(\'g\', [ValueError()])")', { kind: 'exception' }],
  ])('by %s is told with the line of its own code', async (_, line, expected) => {
    const { frames, exitCode, stderr, folder } = await runShim({ python: python!, parser: parserOf(line) });
    expect(errorOf(frames)).toMatchObject({ file: `${folder}/my_parser.py`, line: 3, source: line, ...expected });
    expect(exitCode).toBe(1);
    expect(stderr).toBe('');
  });

  it('for want of the input says so', async () => {
    const { frames } = await runShim({
      python: python!,
      inputArguments: ['--input-path', '/no/input.csv'],
      parser: parserOf('open(path)'),
    });
    expect(errorOf(frames)).toMatchObject({ kind: 'input_missing', name: '/no/input.csv', line: 3 });
  });

  it('in a neighbouring module names that module, not the library beneath it', async () => {
    const { frames, folder } = await runShim({
      python: python!,
      files: { 'neighbour.py': 'import json\ndef read():\n    return json.loads("")\n' },
      parser: parserOf('import neighbour', 'return neighbour.read()'),
    });
    expect(errorOf(frames)).toMatchObject({ file: `${folder}/neighbour.py`, line: 3, source: 'return json.loads("")' });
  });

  it('half way through a generator comes after the hello and in place of the end', async () => {
    const { frames, exitCode } = await runShim({
      python: python!,
      parser: parserOf('yield [{"a": 1}]', 'yield {"a": 1 / 0}'),
    });
    expect(frames.map((frame) => frame.kind)).toEqual(['data', 'error']);
    expect(errorOf(frames)).toMatchObject({ type: 'ZeroDivisionError', line: 4 });
    expect(exitCode).toBe(1);
  });

  it('of syntax tells the line that cannot be read', async () => {
    const { frames, folder } = await runShim({ python: python!, parser: 'x = 1\ndef parse(path) pass\n' });
    expect(frames).toHaveLength(1);
    expect(errorOf(frames)).toMatchObject({ type: 'SyntaxError', file: `${folder}/my_parser.py`, line: 2 });
    expect(errorOf(frames)['source']).toBe('def parse(path) pass');
  });

  it('for want of file descriptors, which the description takes too, is described', async () => {
    const { frames, stderr } = await runShim({
      python: python!,
      parser: `
import resource
def parse(path):
    resource.setrlimit(resource.RLIMIT_NOFILE, (32, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    files = []
    while True:
        files.append(open(path))
`,
    });
    expect(errorOf(frames)).toMatchObject({ type: 'OSError', line: 7, source: 'files.append(open(path))' });
    expect(stderr).toBe('');
  });

  it('on import comes before any hello', async () => {
    const { frames } = await runShim({ python: python!, parser: 'import nothing_like_it\n' });
    expect(frames).toHaveLength(1);
    expect(errorOf(frames)).toMatchObject({ kind: 'module_missing', name: 'nothing_like_it', line: 1 });
  });

  it('shows a traceback without the shim and the import system, causes included', async () => {
    const { frames } = await runShim({
      python: python!,
      parser: parserOf('try:', '    {}["a"]', 'except KeyError as error:', '    raise ValueError("b") from error'),
    });
    const { traceback } = errorOf(frames) as { traceback: string };
    expect(traceback).toMatch(/KeyError: 'a'[\s\S]*direct cause[\s\S]*ValueError: b\n$/);
    expect(traceback).not.toMatch(/casparian_bridge|importlib/);
  });

  it.each([
    ['a message of megabytes', 'raise ValueError("ü" * 5_000_000)'],
    ['a message with surrogates', 'raise ValueError("a\\udc80")'],
    ['endless recursion', 'parse(path)'],
    ['an exception that cannot be shown', 'raise type("E", (Exception,), {"__str__": lambda self: 1 / 0})()'],
  ])('by %s still fits an error frame', async (_, line) => {
    const { frames, bytes } = await runShim({ python: python!, parser: parserOf(line) });
    expect(errorOf(frames)).toMatchObject({ kind: 'exception', line: 3 });
    expect(bytes.length).toBeLessThan(1024 * 1024);
  });

  it.skipIf(withPandas === undefined)('inside of pandas names the line that called it', async () => {
    const { frames } = await runShim({
      python: withPandas!,
      parser: parserOf('import pandas as pd', 'return pd.DataFrame({"a": [1]})["b"]'),
    });
    expect(errorOf(frames)).toMatchObject({ type: 'KeyError', line: 4 });
    expect(batchesOf(frames)).toEqual([]);
  });
});
