import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BARE_PYTHON, createPlace, type Place, told } from '../place.js';
import { hintText } from '../../../src/cli/output/hint-text.js';

let place: Place;
beforeEach(async () => void (place = await createPlace()));
afterEach(async () => {
  await place.expectNothingLeftBut();
  await place.remove();
});

describe('an exception', () => {
  test("shows file, line and source line of the parser's own code", async () => {
    const report = await place.run(`def parse(path):\n    rows = []\n    total = 1 / len(rows)\n    return rows\n`);
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(report.error?.exitCode).toBe(1);
    expect(told(report).text).toContain('ZeroDivisionError: division by zero');
    expect(told(report).text).toContain(`File "${place.folder}/parser.py", line 3\n    total = 1 / len(rows)\n`);
    expect(told(report).text).not.toContain('casparian_bridge');
  });

  test('deep inside a library shows the line of the parser that called it', async () => {
    const report = await place.run(
      `import json\n\ndef parse(path):\n    text = '{"a": '\n    return json.loads(text)\n`,
    );
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(told(report).text).toContain('JSONDecodeError');
    expect(told(report).text).toContain(`parser.py", line 5\n    return json.loads(text)`);
  });

  test('in a second file beside the parser shows that file', async () => {
    await place.file('cleaning.py', `def clean(text):\n    return text['amount']\n`);
    const report = await place.run(`from cleaning import clean\n\ndef parse(path):\n    return [clean('x')]\n`);
    expect(told(report).text).toContain('TypeError');
    expect(told(report).text).toContain(`cleaning.py", line 2\n    return text['amount']`);
  });

  test('in a package that is installed in an environment beside the parser shows the parser', async () => {
    const packages = join(place.folder, '.venv/lib/python3/site-packages');
    await mkdir(packages, { recursive: true });
    await writeFile(join(packages, 'fragile.py'), `def read(path):\n    raise OSError('broken pipe dream')\n`);
    const report = await place.run(
      `import sys\nsys.path.insert(0, ${JSON.stringify(packages)})\nimport fragile\n\ndef parse(path):\n    return fragile.read(path)\n`,
    );
    expect(told(report).text).toContain('broken pipe dream');
    expect(told(report).text).toContain(`parser.py", line 6\n    return fragile.read(path)`);
  });

  test('while the parser is imported shows its line', async () => {
    const report = await place.run(
      `import os\nLIMIT = os.environ['NO_SUCH_SETTING']\n\ndef parse(path):\n    return []\n`,
    );
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(told(report).text).toContain('NO_SUCH_SETTING');
    expect(told(report).text).toContain(`parser.py", line 2\n    LIMIT = os.environ['NO_SUCH_SETTING']`);
  });

  test('half way through a generator leaves nothing under the final name', async () => {
    const report = await place.run(
      `def parse(path):\n    for n in range(3):\n        yield [{'n': n}] * 70_000\n    raise ValueError(f'batch {n + 1}')\n`,
    );
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(told(report).text).toContain('ValueError: batch 3');
    expect(report.rowsIn).toBeGreaterThan(65_000);
    expect(report.outputs).toEqual([]);
  });

  test('with a message of many megabytes is told, cut', async () => {
    const report = await place.run(`def parse(path):\n    raise ValueError('x' * 50_000_000)\n`);
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(told(report).text.length).toBeLessThan(2_000_000);
  });

  test('that cannot be turned into text is told all the same', async () => {
    const report = await place.run(
      `class Odd(Exception):\n    def __str__(self):\n        raise RuntimeError('no')\n\ndef parse(path):\n    raise Odd()\n`,
    );
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(told(report).text).toContain('Odd');
    expect(told(report).text).toContain('line 6');
  });

  test('that ends an endless recursion is told', async () => {
    const report = await place.run(
      `def deeper(n):\n    return deeper(n + 1)\n\ndef parse(path):\n    return deeper(0)\n`,
    );
    expect(told(report).code).toBe('PARSER_EXCEPTION');
    expect(told(report).text).toContain('RecursionError');
    expect(told(report).text).toContain('parser.py", line 2');
  });
});

describe('what is missing', () => {
  test('a module: with the command that installs it into this very environment', async () => {
    const report = await place.run(`import nosuchmodule\n\ndef parse(path):\n    return []\n`);
    expect(told(report).code).toBe('PARSER_MODULE_MISSING');
    expect(told(report).text).toContain(`${report.interpreter?.path} -m pip install nosuchmodule`);
    expect(told(report).text).toContain(`parser.py", line 1\n    import nosuchmodule`);
  });

  test.each([
    ['yaml', 'pyyaml'],
    ['cv2.aruco', 'opencv-python'],
    ['nosuch.deep.module', 'nosuch'],
  ])('a module that is installed under another name: %s', async (module, distribution) => {
    const report = await place.run(`def parse(path):\n    import ${module}\n    return []\n`);
    expect(told(report).code).toBe('PARSER_MODULE_MISSING');
    expect(report.error?.next[0]).toMatch(new RegExp(`pip install ${distribution}$`));
  });

  test('a module, for a Python whose path does not say so', async () => {
    const python = await place.file('bin/interpreter', `#!/bin/sh\nexec '${BARE_PYTHON}' "$@"\n`);
    await chmod(python, 0o755);
    const report = await place.run(`import nosuchmodule\n\ndef parse(path):\n    return []\n`, { python });
    expect(report.error?.next[0]).toBe(`${python} -m pip install nosuchmodule`);
  });

  test.each([
    ['pdftotext', 'poppler'],
    ['no-such-program', "Install 'no-such-program'"],
  ])('a program: %s, with the package that brings it', async (program, hint) => {
    const report = await place.run(
      `import subprocess\n\ndef parse(path):\n    subprocess.run(['${program}', path], check=True)\n    return []\n`,
      { env: { PATH: place.temporary } },
    );
    expect(told(report).code).toBe('PARSER_BINARY_MISSING');
    expect(told(report).text).toContain(hint);
    expect(told(report).text).toContain('parser.py", line 4');
  });

  test('a file that the parser opens itself, named', async () => {
    const report = await place.run(`def parse(path):\n    return open('/no/such/lookup.csv').readlines()\n`);
    expect(report.error?.exitCode).toBe(1);
    expect(told(report).text).toContain('/no/such/lookup.csv');
    expect(told(report).text).toContain('parser.py", line 2');
  });

  test('the input, when it disappears before it is read', async () => {
    const report = await place.run(
      `import os\n\ndef parse(path):\n    os.unlink(path)\n    return open(path).readlines()\n`,
    );
    expect(told(report).code).toBe('INPUT_NOT_FOUND');
    expect(report.error?.exitCode).toBe(3);
    expect(told(report).text).toContain('parser.py", line 5');
  });
});

describe('what a parser gives', () => {
  test.each([
    ['None', 'None', 'None'],
    ['a number', '42', 'int'],
    ['a text', "'a,b'", 'str'],
    ['a dict', "{'a': [1, 2]}", 'dict'],
    ['a list of numbers', '[1, 2]', 'int'],
    ['a pair without a name', '(1, [])', 'int'],
    ['the class of dicts', 'dict', 'type'],
    ['the class of lists', 'list', 'type'],
  ])('%s is no table, and the message says what it is', async (_, value, type) => {
    const report = await place.run(`def parse(path):\n    return ${value}\n`);
    expect(told(report), told(report).text).toMatchObject({ code: 'PARSER_RETURN_INVALID' });
    expect(report.error?.message).toContain(type);
    expect(report.error?.next.map(hintText).join()).toContain('lists of dicts');
  });
});

const parserWith = (outputs: string, result: string): string =>
  `class Parser:\n    name = 'p'\n    version = '1.0.0'\n    outputs = ${outputs}\n\n    def parse(self, ctx):\n        ${result}\n`;

describe('the contract and the data', () => {
  test('a missing column is named with the nearest that is there', async () => {
    const report = await place.run(parserWith(`{'amount': 'int', 'id': 'int'}`, `return [{'ammount': 1, 'id': 2}]`));
    expect(told(report).code).toBe('COLUMNS_MISMATCH');
    expect(report.error?.exitCode).toBe(1);
    expect(told(report).text).toMatch(/amount/);
    expect(told(report).text).toMatch(/ammount/);
  });

  test('a column too many is named', async () => {
    const report = await place.run(parserWith(`{'id': 'int'}`, `return [{'id': 1, 'surprise': 2}]`));
    expect(told(report).code).toBe('COLUMNS_MISMATCH');
    expect(told(report).text).toContain('surprise');
  });

  test('an unknown type is refused, with the nearest', async () => {
    const report = await place.run(parserWith(`{'id': 'integr'}`, `return [{'id': 1}]`));
    expect(told(report).code).toBe('CONTRACT_INVALID');
    expect(report.error?.exitCode).toBe(2);
    expect(told(report).text).toContain('integr');
    expect(told(report).text).toMatch(/\bint\b/);
  });

  test('an output that is not declared is named, with those that are', async () => {
    const report = await place.run(
      parserWith(`{'lines': {'a': 'int'}, 'notes': {'b': 'int'}}`, `yield 'line', [{'a': 1}]`),
    );
    expect(told(report).code).toBe('OUTPUT_UNDECLARED');
    expect(told(report).text).toContain(`'line'`);
    expect(told(report).text).toContain(`'lines', 'notes'`);
  });

  test('rows without an output, where there are several, are refused', async () => {
    const report = await place.run(parserWith(`{'lines': {'a': 'int'}, 'notes': {'b': 'int'}}`, `return [{'a': 1}]`));
    expect(told(report).code).toBe('OUTPUT_UNDECLARED');
    expect(told(report).text).toContain(`yield ('name', batch)`);
  });

  test.each(['../escape', '.hidden', 'a/b', '', 'é'.repeat(101)])('an output cannot be called %j', async (name) => {
    const report = await place.run(`def parse(path):\n    yield ${JSON.stringify(name)}, [{'a': 1}]\n`);
    expect(report.status).toBe('failed');
    expect(told(report).code).toMatch(/PARSER_INVALID|PARSER_RETURN_INVALID|CONTRACT_INVALID/);
  });
});

test('two outputs that would share a file are refused', async () => {
  const outputs = `{'x': {'a': 'int'}, 'x_quarantine': {'a': 'int'}}`;
  const report = await place.run(parserWith(outputs, `yield 'x', [{'a': 1}]`));
  expect(told(report).code).toBe('PARSER_INVALID');
  expect(told(report).text).toContain(`'x_quarantine'`);
});

describe('what is no parser', () => {
  test('a syntax error shows its line', async () => {
    const report = await place.run(`import os\n\ndef parse(path)\n    return []\n`);
    expect(told(report).code).toBe('PARSER_INVALID');
    expect(report.error?.exitCode).toBe(2);
    expect(told(report).text).toContain('parser.py", line 3\n    def parse(path)');
  });

  test('a file without parse, Parser or Handler is told what it may have', async () => {
    const report = await place.run(`def parze(path):\n    return []\n`);
    expect(told(report).code).toBe('PARSER_INVALID');
    expect(told(report).text).toMatch(/Parser/);
    expect(told(report).text).toMatch(/parse\(/);
  });

  test.each([
    ['a name that is no text', `    name = 7\n`],
    ['a name with a slash', `    name = 'a/b'\n`],
    ['outputs that are no dict', `    outputs = 'id:int'\n`],
    ['no parse', ``],
  ])('a Parser with %s', async (what, line) => {
    const parse = what === 'no parse' ? '' : `    def parse(self, ctx):\n        return []\n`;
    const report = await place.run(`class Parser:\n    version = '1.0.0'\n${line}${parse}`);
    expect(told(report).code).toMatch(/PARSER_INVALID|CONTRACT_INVALID/);
    expect(report.error?.exitCode).toBe(2);
  });

  test('a file of another kind', async () => {
    await expect(place.run(await place.file('data.csv', 'a\n'))).rejects.toMatchObject({ code: 'PARSER_INVALID' });
  });

  test('a path that does not exist', async () => {
    await expect(place.run(join(place.folder, 'nope.py'))).rejects.toMatchObject({
      code: 'PARSER_NOT_FOUND',
      exitCode: 3,
    });
  });
});
