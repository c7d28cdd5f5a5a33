import { describe, expect, test } from 'vitest';
import { databaseSource, verifyEvents } from '../../src/events/index.js';
import { startProgram } from '../engine/staging/program.js';
import { eventRows } from '../events/staging/events.js';
import { STORES, useEventStage } from '../events/staging/stage.js';

const APPENDER = new URL('../events/fixtures/append-events.ts', import.meta.url);
const PROCESSES = 20;
const EVENTS_EACH = 15;

describe.each(STORES)('processes that append to one aggregate on %s', (storeName) => {
  const stage = useEventStage(storeName);
  const verify = () => verifyEvents(databaseSource(stage.engine.database, 'acme'), { trustedKeys: [] });

  test(`${PROCESSES} at once leave one chain without gaps, with every event once and each process in its order`, async () => {
    const programs = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) =>
        startProgram(APPENDER, [stage.url, `p${index}`, String(EVENTS_EACH)]),
      ),
    );
    const endings = await Promise.all(programs.map(({ ended }) => ended));
    expect(endings.map(({ code, stderr }) => [code, stderr])).toEqual(endings.map(() => [0, '']));
    const rows = await eventRows(stage.engine.database);
    expect(rows.map((row) => row.aggregate_version)).toEqual(
      Array.from({ length: PROCESSES * EVENTS_EACH }, (_, index) => index + 1),
    );
    for (let index = 0; index < PROCESSES; index++) {
      const own = rows.filter((row) => row.actor === `p${index}`).map((row) => row.payload);
      expect(own).toEqual(Array.from({ length: EVENTS_EACH }, (_, at) => `{"index":${at}}`));
    }
    expect(await verify()).toMatchObject({ ok: true, chains: 1, events: PROCESSES * EVENTS_EACH });
  }, 180_000);

  test('and are killed lose no event that they have acknowledged, and double none', async () => {
    const acknowledged: number[][] = [];
    const kill = async (index: number): Promise<void> => {
      const program = await startProgram(APPENDER, [stage.url, `p${index}`, '100000']);
      const versions: number[] = [];
      acknowledged[index] = versions;
      for (let line = 0; line < 5 + index * 3; line++) versions.push((await program.nextLine()) as number);
      program.kill('SIGKILL');
      await program.ended;
    };
    await Promise.all(Array.from({ length: 5 }, (_, index) => kill(index)));
    const rows = await eventRows(stage.engine.database);
    for (const [index, versions] of acknowledged.entries()) {
      const own = rows.filter((row) => row.actor === `p${index}`);
      expect(own.slice(0, versions.length).map((row) => row.aggregate_version)).toEqual(versions);
      expect(own.map((row) => row.payload)).toEqual(own.map((_, at) => `{"index":${at}}`));
    }
    expect(await verify()).toMatchObject({ ok: true, chains: 1, events: rows.length });
  }, 180_000);
});
