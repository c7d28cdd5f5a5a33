import { expect, test } from 'vitest';
import { BUILT_IN_JOBS, countRecentJobs, pageOfJobs } from '../../src/engine/index.js';
import { freshStore, STORES } from '../cli/store.js';

const noop = BUILT_IN_JOBS.find(({ type }) => type === 'noop')!;

test.each(STORES)('a page finds a rare job behind many others, and only jobs of the tenant, on %s', async (kind) => {
  const { engine } = await freshStore(kind);
  const { id: rare } = await engine.enqueue(noop, {}, { queue: 'rare' });
  const { id: other } = await engine.enqueue(noop, {}, { queue: 'rare', tenant: 'other' });
  await engine.enqueueMany(
    noop,
    Array.from({ length: 1_500 }, () => ({})),
  );
  const page = await pageOfJobs(engine.database, { tenant: 'default', queue: 'rare' }, { limit: 1 });
  expect([page.jobs.map(({ id }) => id), page.next]).toEqual([[rare], null]);

  const seen: string[] = [];
  let before: string | undefined;
  do {
    const part = await pageOfJobs(engine.database, { tenant: 'default' }, { limit: 200, before });
    seen.push(...part.jobs.map(({ id }) => id));
    before = part.next ?? undefined;
  } while (before !== undefined);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  expect([seen.length, seen.at(-1), seen.includes(other)]).toEqual([1_501, rare, false]);
  expect(await countRecentJobs(engine.database, 'default')).toEqual({ counts: { pending: 1_501 }, capped: false });
});
