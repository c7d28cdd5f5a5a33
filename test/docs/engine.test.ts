import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '../services/fresh-database.js';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';

const PAGE = 'docs/guides/engine.md';

test('the programs of the guide to the engine do what it shows', { timeout: 90_000 }, async () => {
  await follow(await blocksOf(PAGE));
});

test('its transactions are those of PostgreSQL, too', { timeout: 90_000 }, async () => {
  const aboutTransactions = await blocksOf(PAGE, 'In your own transaction');
  const basis = (await blocksOf(PAGE)).filter(({ name }) => ['package.json', 'jobs.ts'].includes(name));
  await follow([...basis, ...aboutTransactions], { env: { DATABASE_URL: await freshDatabase() } });
});

// Which is how they come to be checked by the compiler and the linter.
test('they are the examples, word by word', async () => {
  const folder = new URL('../../examples/embedding/', import.meta.url);
  const names = (await readdir(folder)).sort();
  const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')]));
  const shown = (await blocksOf(PAGE))
    .filter(({ language }) => language === 'ts')
    .map(({ name, text }) => [name, text]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(files));
});
