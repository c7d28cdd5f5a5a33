import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findParser } from '../../../src/bridge/parser/parser-file.js';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'parser-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['sales.py', 'sales', 'python', false],
  ['sales.report.py', 'sales.report', 'python', false],
  ['sales.ts', 'sales', 'node', true],
  ['sales.mts', 'sales', 'node', true],
  ['sales.js', 'sales', 'node', false],
  ['sales.cjs', 'sales', 'node', false],
  ['SALES.PY', 'SALES', 'python', false],
])('%s is a parser', async (name, stem, language, typescript) => {
  await writeFile(join(folder, name), '');
  expect(await findParser(join(folder, name))).toMatchObject({ stem, language, typescript, directory: folder });
});

test('a folder stands for the parser in it, and gives __init__.py its name', async () => {
  await mkdir(join(folder, 'invoices'));
  await writeFile(join(folder, 'invoices/__init__.py'), '');
  expect(await findParser(join(folder, 'invoices'))).toMatchObject({ stem: 'invoices', language: 'python' });
  await writeFile(join(folder, 'invoices/parser.py'), '');
  expect(await findParser(join(folder, 'invoices'))).toMatchObject({ stem: 'parser' });
});

test('a folder without a parser is none', async () => {
  await expect(findParser(folder)).rejects.toMatchObject({ code: 'PARSER_NOT_FOUND', exitCode: 3 });
});

test('inputs in the place of the parser are told apart', async () => {
  await writeFile(join(folder, 'data.csv'), '');
  await expect(findParser(join(folder, 'data.csv'))).rejects.toMatchObject({
    code: 'PARSER_INVALID',
    next: [{ action: 'run', arguments: ['parser.py', 'input.csv'] }],
  });
});

test('what does not exist is told with the whole path', async () => {
  await expect(findParser(join(folder, 'nope.py'))).rejects.toMatchObject({
    code: 'PARSER_NOT_FOUND',
    why: `${folder}/nope.py does not exist.`,
  });
});
