import { expect, test } from 'vitest';
import { createTurns } from '../../../src/pipeline/builtin/turns.js';

const never = new AbortController().signal;

function gate(): { open: () => void; passed: Promise<void> } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

test('work of one key is done one after the other, of another key at once', async () => {
  const turns = createTurns();
  const [first, done] = [gate(), [] as string[]];
  const one = turns.enter('a').take(never, async () => {
    await first.passed;
    done.push('one');
  });
  const two = turns.enter('a').take(never, () => Promise.resolve(done.push('two')));
  await turns.enter('b').take(never, () => Promise.resolve(done.push('other')));
  first.open();
  await Promise.all([one, two]);
  expect(done).toEqual(['other', 'one', 'two']);
});

test('whoever is aborted while waiting leaves at once, and those behind still wait for those before', async () => {
  const turns = createTurns();
  const [first, stop, done] = [gate(), new AbortController(), [] as string[]];
  const one = turns.enter('a').take(never, async () => {
    await first.passed;
    done.push('one');
  });
  const two = turns.enter('a').take(stop.signal, () => Promise.resolve(done.push('two')));
  const three = turns.enter('a').take(never, () => Promise.resolve(done.push('three')));
  stop.abort(new Error('cancelled'));
  await expect(two).rejects.toThrow('cancelled');
  expect(done).toEqual([]);
  first.open();
  await Promise.all([one, three]);
  expect(done).toEqual(['one', 'three']);
});

test('who came first is first, however late it takes its turn', async () => {
  const turns = createTurns();
  const [one, two, three] = [turns.enter('a'), turns.enter('a'), turns.enter('a')];
  const done: string[] = [];
  const last = three.take(never, () => Promise.resolve(done.push('three')));
  two.leave();
  await one.take(never, () => Promise.resolve(done.push('one')));
  await last;
  expect(done).toEqual(['one', 'three']);
});
