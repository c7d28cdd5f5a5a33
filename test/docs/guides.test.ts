import { beforeAll, describe, test } from 'vitest';
import { freshDatabase } from '../services/fresh-database.js';
import { follow } from './staging/follow.js';
import { blocksOf } from './staging/page.js';
import { openWorkshop, type Workshop } from './staging/workshop.js';

/** Pages that show the output of their commands. Other pages have their own tests in this folder. */
const FOLLOWED = [
  'air-gapped',
  'contracts',
  'engine',
  'lakehouse',
  'collect',
  'events',
  'lineage',
  'operations',
  'own-rules',
  'parse',
  'passport-life',
  'passport-audiences',
  'passport-from-spreadsheets',
  'passports',
  'pipeline',
  'quarantine',
  'rules',
  'sandbox',
  'troubleshooting',
  'verify-without-us',
];

const ENGINE = 'docs/guides/engine.md';

let workshop: Promise<Workshop>;
beforeAll(async () => {
  const undo: (() => Promise<void>)[] = [];
  workshop = openWorkshop((one) => void undo.push(one));
  await workshop;
  return async () => {
    for (const one of undo.reverse()) await one();
  };
});

describe('the commands of a guide work and print what the guide shows', () => {
  test.each(FOLLOWED)('%s', { timeout: 180_000 }, async (name) => {
    await follow(await blocksOf(`docs/guides/${name}.md`), { workshop });
  });

  test('production, on PostgreSQL', { timeout: 180_000 }, async () => {
    const env = { CASPARIAN_DATABASE_URL: await freshDatabase() };
    await follow(await blocksOf('docs/guides/production.md'), { workshop, env });
  });

  test('transactions of the engine, on PostgreSQL', { timeout: 180_000 }, async () => {
    const basis = (await blocksOf(ENGINE)).filter(({ name }) => ['package.json', 'jobs.ts'].includes(name));
    const blocks = [...basis, ...(await blocksOf(ENGINE, 'In your own transaction'))];
    await follow(blocks, { workshop, env: { DATABASE_URL: await freshDatabase() } });
  });
});
