import { afterEach, expect, test, vi } from 'vitest';
import { databaseNow } from '../../staging/advance-time.js';
import { rowOf } from '../../staging/rows.js';
import { anEnding, claimDue, enqueueOne, LEASE_MS } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

const TWO_HOURS_MS = 2 * 3_600_000;

/** A SQLite file is written by processes of one machine, so there the database's clock is the machine's. */
export function clockRules(stage: Stage): void {
  afterEach(() => vi.restoreAllMocks());

  test('milliseconds since 1970 is what the clock gives', async () => {
    expect(Math.abs((await databaseNow(stage.engine.database)) - Date.now())).toBeLessThan(5_000);
  });

  if (stage.storeName === 'SQLite') return;

  test.each([TWO_HOURS_MS, -TWO_HOURS_MS])(
    'a worker whose clock is wrong by %i ms writes the times of the database',
    async (wrongByMs) => {
      const truth = Date.now();
      vi.spyOn(Date, 'now').mockImplementation(() => truth + wrongByMs);
      const id = await enqueueOne(stage.store, { delayMs: 1_000 });
      const waiting = await rowOf(stage.engine.database, id);
      expect(Math.abs(waiting.created_at - truth)).toBeLessThan(60_000);
      expect(waiting.run_at - waiting.created_at).toBe(1_000);

      const due = await enqueueOne(stage.store);
      const [job] = await claimDue(stage.store);
      expect(job?.id).toBe(due);
      await stage.store.renew('worker-a', LEASE_MS, [job!]);
      const running = await rowOf(stage.engine.database, due);
      for (const time of [running.started_at, running.heartbeat_at, running.lease_expires_at! - LEASE_MS]) {
        expect(Math.abs(time! - truth)).toBeLessThan(60_000);
      }
      expect((await stage.store.findReadyLanes({ types: ['work'] })).expiredLeases).toBe(false);
      expect(await stage.store.rescue(10)).toEqual([]);
      await stage.store.finish('worker-a', [anEnding(job!, { result: '1' })]);
      expect(Math.abs((await rowOf(stage.engine.database, due)).finished_at! - truth)).toBeLessThan(60_000);
      expect(Math.abs((await stage.store.findReadyLanes({ types: ['work'] })).now - truth)).toBeLessThan(60_000);
    },
  );
}
