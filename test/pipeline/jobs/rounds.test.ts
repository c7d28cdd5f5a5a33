import { expect, test } from 'vitest';
import { createRounds } from '../../../src/pipeline/jobs/rounds.js';

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  return { opened: new Promise((resolve) => (open = resolve)), open: () => open() };
}

test('works that arrive during a round are done together in the next one', async () => {
  const rounds = createRounds(0);
  const first = gate();
  const second = gate();
  const started: string[] = [];
  const ended: string[] = [];
  const join = (name: string, until: Promise<void>): Promise<void> =>
    rounds
      .join(() => {
        started.push(name);
        return until;
      })
      .then(() => void ended.push(name));
  const all = [join('a', first.opened), join('b', second.opened), join('c', Promise.resolve())];
  expect(started).toEqual(['a']);
  first.open();
  await all[0];
  expect(started).toEqual(['a', 'b', 'c']);
  // The last one of a round ends it for all of them.
  expect(ended).toEqual(['a']);
  second.open();
  await Promise.all(all);
  expect(ended).toEqual(['a', 'b', 'c']);
});

test('a work that fails does not fail the others of its round', async () => {
  const rounds = createRounds(0);
  const results = await Promise.allSettled([
    rounds.join(() => Promise.resolve()),
    rounds.join(() => Promise.reject(new Error('disk full'))),
    rounds.join(() => Promise.resolve()),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a work alone begins at once, and one right after it waits a little', async () => {
  const rounds = createRounds(50);
  let begun = 0;
  const join = (): Promise<void> =>
    rounds.join(() => {
      begun += 1;
      return Promise.resolve();
    });
  const first = join();
  expect(begun).toBe(1);
  await first;
  const before = performance.now();
  const second = join();
  expect(begun).toBe(1);
  await second;
  expect(performance.now() - before).toBeGreaterThan(20);
});
