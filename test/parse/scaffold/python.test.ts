import { execFileSync } from 'node:child_process';
import { assert, describe, expect, test } from 'vitest';
import { hintText } from '../../../src/cli/output/hint-text.js';
import { CasparianError } from '../../../src/platform/index.js';
import { inferring, scaffolded } from './scripts.js';

const SCRIPT = `#!/usr/bin/env python3
"""Reads sales. Not this one: def parse(x), nor this: class Parser"""
import csv  # for the reader


def parse(path: str) -> list:
    # the first line has the names
    return list(csv.DictReader(open(path)))
`;

/** What a class loaded by a real Python declares, and what its parse gives for a path. */
function loaded(path: string): Record<string, unknown> {
  const code = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("made", sys.argv[1])
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)
parser = made.Parser()
context = type("Context", (), {"input_path": "the path"})
print(json.dumps({"name": parser.name, "version": parser.version, "topics": parser.topics,
                  "outputs": parser.outputs, "parsed": parser.parse(context)}))`;
  return JSON.parse(execFileSync('python3', ['-B', '-c', code, path], { encoding: 'utf8' })) as Record<string, unknown>;
}

test('a class is added behind the script, whose own bytes stay', async () => {
  const { code, name, path, inferred } = await scaffolded('sales.py', SCRIPT);
  expect(path).toMatch(/sales_parser\.py$/);
  expect({ name, inferred }).toEqual({ name: 'sales', inferred: false });
  expect(code).toBe(`${SCRIPT}

class Parser:
    name = "sales"
    version = "1.0.0"
    topics = []
    # The columns and their types, for example {"id": "int!", "amount": "decimal(18,2)", "day": "date"}.
    # To have them filled in from a sample: casparian scaffold sales.py sample.csv --force
    outputs = {}

    def parse(self, ctx):
        return parse(ctx.input_path)
`);
});

test('the outputs of a sample run are written one column a line', async () => {
  const outputs = { id: 'int', 'say "hi"': 'decimal(18,2)', day: { type: 'date', format: '%d.%m.%Y' } };
  const { code, inferred } = await scaffolded('sales.py', SCRIPT, inferring(outputs));
  expect(inferred).toBe(true);
  expect(code).toContain(`
    outputs = {
        "id": "int",
        "say \\"hi\\"": "decimal(18,2)",
        "day": {"type": "date", "format": "%d.%m.%Y"},
    }
`);
});

test('several outputs are written with lines of their own', async () => {
  const { code } = await scaffolded('sales.py', SCRIPT, inferring({ lines: { id: 'int' }, heads: { type: 'string' } }));
  expect(code).toContain(`
    outputs = {
        "lines": {
            "id": "int",
        },
        "heads": {"type": "string"},
    }
`);
});

test('Python reads the parser as it was meant', async () => {
  const outputs = { größe: 'float', '💶': { type: 'int', min: 0, unique: true, enum: [1, null] }, 'a\nb': 'string' };
  const { path } = await scaffolded('2024 sales-report.py', 'def parse(path):\n    return [path]', inferring(outputs));
  expect(loaded(path)).toEqual({
    name: 'parser_2024_sales_report',
    version: '1.0.0',
    topics: [],
    outputs,
    parsed: ['the path'],
  });
});

test('a generator and a parse that is assigned work as well', async () => {
  const { path } = await scaffolded('a.py', 'def read(path): return [path]\nparse = read\n');
  expect(loaded(path)).toMatchObject({ parsed: ['the path'] });
});

describe('what a script looks like stays', () => {
  test('the class goes before the block for running it by hand, and before its comment', async () => {
    const head = 'def parse(path):\n    return []\n\n\n';
    const main = '# by hand\nif __name__ == "__main__":\n    print(parse("x"))\n';
    const { code } = await scaffolded('a.py', head + main);
    expect(code.startsWith(`${head}class Parser:\n`)).toBe(true);
    expect(code.endsWith(`    return parse(ctx.input_path)\n\n\n${main}`)).toBe(true);
  });

  test('a block for running it by hand that is not the end is left where it is', async () => {
    const script = 'if __name__ == "__main__":\n    pass\ndef parse(path):\n    return []\n';
    expect((await scaffolded('a.py', script)).code.startsWith(script)).toBe(true);
  });

  test('line ends of Windows are kept and used', async () => {
    const script = 'def parse(path):\r\n    return []\r\n';
    const { code } = await scaffolded('a.py', script);
    expect(code.startsWith(script)).toBe(true);
    expect(code.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('a byte order mark stays the first thing', async () => {
    const { bytes, path } = await scaffolded('a.py', '\ufeffdef parse(path): return [path]');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(loaded(path)).toMatchObject({ parsed: ['the path'] });
  });

  test('a script in Latin-1 keeps its bytes, and gets letters it can read', async () => {
    const script = Buffer.from(
      '# -*- coding: latin-1 -*-\n# Gr\xf6\xdfe\ndef parse(path):\n    return ["\xe4"]\n',
      'latin1',
    );
    const { bytes, path } = await scaffolded('a.py', script, inferring({ größe: 'int', '💶': 'int' }));
    expect(bytes.subarray(0, script.length)).toEqual(script);
    expect(loaded(path)).toMatchObject({ outputs: { größe: 'int', '💶': 'int' }, parsed: ['ä'] });
  });

  test('a file name with a line break cannot become code', async () => {
    const { path, code } = await scaffolded('a\nimport os\n.py', 'def parse(path): return [path]\n');
    expect(code).not.toContain('\nimport os');
    expect(loaded(path)).toMatchObject({ name: 'a_import_os' });
  });
});

describe('scripts that cannot be scaffolded', () => {
  test.each([
    ['has a Parser class', 'class Parser:\n    pass\n', 'already has a Parser class', /casparian run/],
    ['has no function', 'print("parse")\n', 'no parse function', /def parse\(path\)/],
    ['has it under another name', 'def parse_file(p): pass\ndef f(): pass\n', 'no parse function', /Rename parse_file/],
    ['has it in a string only', '"""\ndef parse(path):\n"""\ndef f(): pass', 'no parse function', /Rename f /],
    ['has it inside a class only', 'class A:\n    def parse(self): pass\n', 'no parse function', /def parse/],
    ['has an async one', 'async def parse(path):\n    return []\n', 'is async', /asyncio\.run/],
    [
      'imports a Parser',
      'from email.parser import Parser\ndef parse(p): pass',
      'uses the name Parser',
      /as MailParser/,
    ],
  ])('one that %s', async (_what, script, message, next) => {
    const error = await scaffolded('a.py', script).catch((thrown: unknown) => thrown);
    assert(error instanceof CasparianError);
    expect(error).toMatchObject({ code: 'PARSER_INVALID', message: expect.stringContaining(message) as string });
    expect(error.next.map(hintText)).toEqual([expect.stringMatching(next)]);
  });

  test('a name that is imported as something else is free', async () => {
    const script = 'from email.parser import (Parser as Mail, HeaderParser)\ndef parse(path): return [path]\n';
    expect(loaded((await scaffolded('a.py', script)).path)).toMatchObject({ parsed: ['the path'] });
  });
});
