import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../services/fresh-database.js';
import { follow } from './staging/follow.js';
import { blocksOf, typed } from './staging/page.js';
import { openWorkshop, type Workshop } from './staging/workshop.js';

/** Pages that are followed as they stand, and show what their commands say. Others have tests of their own beside this. */
const FOLLOWED = ['air-gapped', 'contracts', 'operations', 'parse', 'pipeline', 'quarantine'];

let workshop: Promise<Workshop>;
const undo: (() => Promise<void>)[] = [];
beforeAll(async () => {
  workshop = openWorkshop((one) => void undo.push(one));
  await workshop;
  return async () => {
    for (const one of undo.reverse()) await one();
  };
});

/** What is only looked at: output, and what other programs are told. */
const TO_LOOK_AT = ['text', 'promql'];

test('nothing in a guide is an example that nobody runs', async () => {
  const pages = await readdir(new URL('../../docs/guides', import.meta.url));
  const blocks = await Promise.all(
    pages.map(async (page) => (await blocksOf(`docs/guides/${page}`)).map((block) => ({ page, ...block }))),
  );
  const idle = blocks.flat().filter((block) => typed(block) === undefined && !TO_LOOK_AT.includes(block.language));
  expect(idle.map(({ page, language, text }) => `${page}: ${language} ${text}`)).toEqual([]);
});

describe('what a guide tells its reader to do works, and shows what it says', () => {
  test.each(FOLLOWED)('%s', { timeout: 90_000 }, async (name) => {
    await follow(await blocksOf(`docs/guides/${name}.md`), { workshop });
  });
});

test('production, on PostgreSQL', { timeout: 90_000 }, async () => {
  const env = { CASPARIAN_DATABASE_URL: await freshDatabase() };
  await follow(await blocksOf('docs/guides/production.md'), { workshop, env });
});
