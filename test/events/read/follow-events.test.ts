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

  test.runIf(storeName === 'PostgreSQL')('yields what began while it looked and was committed last', async () => {
    const other = await stage.openAnother();
    let commit = (): void => undefined;
    let done: Promise<unknown> | undefined;
    /** Runs just before the rows of the second look are read. */
    const meanwhile = async (): Promise<void> => {
      await new Promise<void>((begun) => {
        done = other.database.transaction(async (tx) => {
          await recordEvents(tx, 'acme', [eventOf('slow')]);
          begun();
          await new Promise<void>((resolve) => (commit = resolve));
        });
      });
      await record('quick');
    };
    const { database } = stage.engine;
    let reads = 0;
    const watched = Object.create(database, {
      query: {
        value: async (sql: string, parameters?: unknown[]) => {
          if (sql.includes('"position" >') && ++reads === 2) await meanwhile();
          return database.query(sql, parameters);
        },
      },
    }) as typeof database;
    const controller = new AbortController();
    const seen: string[] = [];
    let looks = 0;
    const nextLook = async (): Promise<void> => {
      if (++looks === 4) commit();
      if (looks >= 4) await done;
      if (looks === 7) controller.abort();
    };
    const options = { tenant: 'acme', nextLook, signal: controller.signal };
    for await (const event of followEvents(watched, options)) seen.push(event.aggregateId);
    expect(seen).toEqual(['quick', 'slow']);
  });
});
