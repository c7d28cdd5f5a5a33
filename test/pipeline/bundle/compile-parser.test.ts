import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findParser, type ParserFile } from '../../../src/bridge/index.js';
import { compileParser } from '../../../src/pipeline/bundle/compile-parser.js';

async function parserOf(files: Readonly<Record<string, string>>, entry = 'parser.ts'): Promise<ParserFile> {
  const folder = await mkdtemp(join(tmpdir(), 'compiled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return findParser(join(folder, entry));
}

async function loaded({ compiled = '' }: ParserFile): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(compiled).href)) as Record<string, unknown>;
}

test('a parser of several modules becomes one file, in which each module knows its own place', async () => {
  const parser = await compileParser(
    await parserOf({
      'parser.ts':
        "import { place } from './lib/place.js';\nexport const own: string = import.meta.url;\nexport { place };",
      'lib/place.ts': 'export const place: string = import.meta.url;',
    }),
  );
  const { own, place } = await loaded(parser);
  expect(own).toBe(pathToFileURL(parser.path).href);
  expect(place).toBe(pathToFileURL(join(parser.directory, 'lib/place.ts')).href);
});

test('packages are imported and required from the place of the parser', async () => {
  const parser = await compileParser(
    await parserOf({
      'parser.ts': "import a from 'a';\nimport b from './b.cjs';\nexport const both: string = a + b;",
      'b.cjs': "module.exports = require('a');",
      'node_modules/a/package.json': '{"name":"a","main":"index.js"}',
      'node_modules/a/index.js': "module.exports = 'a';",
    }),
  );
  expect((await loaded(parser))['both']).toBe('aa');
});

test('a changed file is replaced, an equal one is kept', async () => {
  const parser = await compileParser(await parserOf({ 'parser.ts': 'export const a: number = 1;' }));
  const path = parser.compiled!;
  const { ino } = await stat(path);
  await compileParser(parser);
  expect((await stat(path)).ino).toBe(ino);
  await rm(path);
  await writeFile(path, 'evil');
  await compileParser(parser);
  expect(await readFile(path, 'utf8')).not.toContain('evil');
});

test('JavaScript is left alone, and so is what cannot be compiled', async () => {
  expect((await compileParser(await parserOf({ 'parser.mjs': 'export {};' }, 'parser.mjs'))).compiled).toBeUndefined();
  expect((await compileParser(await parserOf({ 'parser.ts': 'export const' }))).compiled).toBeUndefined();
});
