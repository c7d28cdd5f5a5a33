import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findParser } from '../../../src/bridge/parser/parser-file.js';
import { loadParser } from '../../../src/parse/index.js';
import { folderWith } from '../../pipeline/bundle/tree.js';
import { pythonWith } from '../python-environments.js';

async function load(name: string, content: string) {
  const parser = await findParser(join(await folderWith({ [name]: content }), name));
  const path = parser.language === 'node' ? process.execPath : (pythonWith('bare') ?? 'python3');
  return loadParser({
    parser,
    interpreter: { path, chosenBy: '--python' },
    timeoutMs: 20_000,
    memoryLimitBytes: undefined,
    stdin: 'ignore',
    stdout: 'capture',
    stderr: 'capture',
    env: process.env,
    signal: new AbortController().signal,
  });
}

test('a parser is loaded and says what it is, and parse is not called', async () => {
  const python =
    "class Parser:\n    name = 'a'\n    version = '1'\n    def parse(self, ctx):\n        raise SystemExit(9)\n";
  expect(await load('a.py', python)).toMatchObject({ api: 'class', name: 'a', version: '1', language: 'python' });
  const node = "export class Parser { name = 'b'; version: string = '2'; parse() { process.exit(9); } }";
  expect(await load('b.ts', node)).toMatchObject({ api: 'class', name: 'b', version: '2', language: 'node' });
});

test('one that cannot be loaded fails as a run of it would', async () => {
  await expect(load('a.py', 'import surely_not_installed\n')).rejects.toMatchObject({
    code: 'PARSER_MODULE_MISSING',
    message: expect.stringContaining('line 1') as string,
  });
  await expect(load('b.js', "throw new Error('no');")).rejects.toMatchObject({ code: 'PARSER_EXCEPTION' });
});
