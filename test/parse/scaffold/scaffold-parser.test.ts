import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { scaffoldParser } from '../../../src/parse/scaffold/scaffold-parser.js';
import { inferring, scriptWith } from './scripts.js';

const SCRIPT = 'def parse(path):\n    return []\n';

test('a file that is there is replaced only with force', async () => {
  const script = scriptWith('a.py', SCRIPT);
  const { path } = await scaffoldParser({ script });
  writeFileSync(path, 'mine');
  await expect(scaffoldParser({ script })).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await scaffoldParser({ script, force: true });
  expect(readFileSync(path, 'utf8')).toContain('class Parser:');
});

test('the parser goes where it is told to', async () => {
  const script = scriptWith('a.py', SCRIPT);
  const out = join(dirname(script), 'sales.py');
  expect(await scaffoldParser({ script, out })).toMatchObject({ path: out, name: 'a', outputs: {}, inferred: false });
  expect(existsSync(out)).toBe(true);
});

test('a folder that is not there is an error, and leaves nothing behind', async () => {
  const script = scriptWith('a.py', SCRIPT);
  const out = join(dirname(script), 'missing', 'a.py');
  await expect(scaffoldParser({ script, out })).rejects.toMatchObject({ code: 'OUTPUT_UNWRITABLE' });
  expect(readdirSync(dirname(script))).toEqual(['a.py']);
});

test('a script that can be executed stays so', async () => {
  const script = scriptWith('a.py', SCRIPT);
  chmodSync(script, 0o755);
  expect(statSync((await scaffoldParser({ script })).path).mode & 0o777).toBe(0o755);
});

test('a sample run that fails leaves nothing behind, and its error is the answer', async () => {
  const script = scriptWith('a.py', SCRIPT);
  const failing = { input: 'x.csv', inferOutputs: () => Promise.reject(new Error('the parser raised')) };
  await expect(scaffoldParser({ script, ...failing })).rejects.toThrow('the parser raised');
  expect(readdirSync(dirname(script))).toEqual(['a.py']);
});

test('a sample run without rows leaves the outputs to be filled in', async () => {
  const script = scriptWith('a.py', SCRIPT);
  const made = await scaffoldParser({ script, ...inferring({}) });
  expect(made).toMatchObject({ outputs: {}, inferred: false });
  expect(readFileSync(made.path, 'utf8')).toContain('outputs = {}');
});

test('a script that cannot be scaffolded is not run', async () => {
  const script = scriptWith('a.py', 'print("no parse")\n');
  let ran = false;
  const inferOutputs = () => Promise.resolve({ ran: (ran = true) });
  await expect(scaffoldParser({ script, input: 'x.csv', inferOutputs })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
  });
  expect(ran).toBe(false);
});

test('a script that is not there, or no script at all, says so', async () => {
  await expect(scaffoldParser({ script: 'missing.py' })).rejects.toMatchObject({ code: 'PARSER_NOT_FOUND' });
  await expect(scaffoldParser({ script: scriptWith('a.csv', 'a,b') })).rejects.toMatchObject({
    code: 'PARSER_INVALID',
  });
});
