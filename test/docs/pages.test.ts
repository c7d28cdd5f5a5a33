import { readdir } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { isErrorCode } from '../../src/platform/index.js';
import { blocksOf, pageText, typed } from './staging/page.js';

/** Blocks that are not run: output, and the input of other programs. */
const NOT_RUN = ['text', 'promql'];

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(new URL(`../../${folder}`, import.meta.url));
  return names.filter((name) => name.endsWith('.md')).map((name) => posix.join(folder, name));
}

test('every example in a guide is run', async () => {
  for (const page of await pagesIn('docs/guides')) {
    const idle = (await blocksOf(page)).filter((block) => typed(block) === undefined);
    expect(
      idle.filter(({ language }) => !NOT_RUN.includes(language)),
      page,
    ).toEqual([]);
  }
});

test('every error code in a guide exists', async () => {
  const texts = await Promise.all((await pagesIn('docs/guides')).map(pageText));
  const named = texts.flatMap((text) => text.match(/(?<=`|\[)[A-Z]{2,}(_[A-Z]+)+(?=`|\])/g) ?? []);
  // Variables of the environment, and a type of event and a kind of document as the specification of passports writes them.
  const ofOthers = /^(AWS|BPC|CASPARIAN|LD|UV)_|^PASSPORT_SIGNED$|^DUE_DILIGENCE$/;
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((code) => !isErrorCode(code) && !ofOthers.test(code))).toEqual([]);
});

// So the compiler and the linter check them.
test('the programs of the engine guide are identical to those in examples/embedding', async () => {
  const blocks = await blocksOf('docs/guides/engine.md');
  const shown = blocks.filter(({ language }) => language === 'ts').map(({ name, text }) => [name, text]);
  const names = await readdir(new URL('../../examples/embedding', import.meta.url));
  const files = await Promise.all(names.map(async (name) => [name, await pageText(`examples/embedding/${name}`)]));
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(files));
});
