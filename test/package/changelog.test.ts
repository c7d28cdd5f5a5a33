import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/platform/index.js';

test('the changelog has a section for the version of the package', async () => {
  const text = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const chapters = [...text.matchAll(/^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?$/gm)].map(([, version]) => version);
  expect(chapters.slice(0, 2)).toEqual(['Unreleased', VERSION]);
});
