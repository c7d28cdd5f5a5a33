import { describe, expect, test } from 'vitest';
import { type EventRecord, followEvents, recordEvents } from '../../../src/events/index.js';
import { eventOf } from '../staging/events.js';
import { STORES, useEventStage } from '../staging/stage.js';

describe.each(STORES)('following events on %s', (storeName) => {
  const stage = useEventStage(storeName);
  const record = (id: string): Promise<EventRecord[]> =>
    stage.engine.database.transaction((tx) => recordEvents(tx, 'acme', [eventOf(id)]));

  /** Runs a step between two looks, and returns the ids that were seen after each. */
  async function follow(steps: readonly (() => Promise<unknown>)[]): Promise<string[][]> {
    const controller = new AbortController();
    const seen: string[][] = [[]];
    let step = 0;
    const nextLook = async (): Promise<void> => {
      await steps[step++]?.();
      seen.push([]);
      if (step > steps.length) controller.abort();
    };
    const options = { tenant: 'acme', nextLook, signal: controller.signal };
    for await (const event of followEvents(stage.engine.database, options)) seen.at(-1)?.push(event.aggregateId);
    return seen.slice(1, -1);
  }

  test('yields what is committed from now on, once and in order', async () => {
    await record('before');
    const nothing = (): Promise<void> => Promise.resolve();
    const seen = await follow([
      () => record('1'),
      nothing,
      async () => [await record('2'), await record('3')],
      nothing,
    ]);
    expect(seen).toEqual([['1'], [], ['2', '3'], []]);
  });

  test.runIf(storeName === 'PostgreSQL')('yields late what began earlier and was committed later', async () => {
    const other = await stage.openAnother();
    let commit = (): void => undefined;
    let done: Promise<unknown> = Promise.resolve();
    const begin = (): Promise<void> =>
      new Promise((begun) => {
        done = other.database.transaction(async (tx) => {
          await recordEvents(tx, 'acme', [eventOf('slow')]);
          begun();
          await new Promise<void>((resolve) => (commit = resolve));
        });
      });
    const seen = await follow([
      begin,
      () => record('quick'),
      () => record('quicker'),
      async () => {
        commit();
        await done;
      },
      () => record('last'),
      () => Promise.resolve(),
    ]);
    expect(seen).toEqual([[], ['quick'], ['quicker'], ['slow'], ['last'], []]);
  });
});
