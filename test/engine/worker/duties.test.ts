import { describe, expect, test, vi } from 'vitest';
import { defineJob } from '../../../src/engine/index.js';
import { Duties } from '../../../src/engine/worker/duties.js';
import type { Presence } from '../../../src/engine/worker/presence.js';
import { silentLogger } from '../../../src/platform/index.js';
import { later } from '../staging/later.js';
import { useStage } from '../staging/stage.js';

describe('the duties of a worker', () => {
  const stage = useStage('SQLite');

  function duties() {
    const keepUp = vi.fn(() => Promise.resolve());
    const logger = { ...silentLogger, warn: vi.fn() };
    const presence = { keepUp, workerId: 'w' } as unknown as Presence;
    return { one: new Duties(stage.engine, presence, logger), keepUp, logger };
  }

  test('are done one round at a time', async () => {
    const { one, keepUp } = duties();
    const gate = later();
    keepUp.mockReturnValueOnce(gate.promise);
    one.begin();
    one.begin();
    expect(keepUp).toHaveBeenCalledTimes(1);
    let over = false;
    const waited = one.settled().then(() => (over = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(over).toBe(false);
    gate.resolve();
    await waited;
    one.begin();
    await one.settled();
    expect(keepUp).toHaveBeenCalledTimes(2);
  });

  test('are to keep up the presence and to fire what is due', async () => {
    const { one, keepUp, logger } = duties();
    await stage.engine.schedule('often', defineJob({ type: 'x', run: () => undefined }), {}, { cron: '0 0 1 1 *' });
    await stage.engine.database.script('UPDATE cf_schedules SET next_run_at = cf_now() - 1000');
    one.begin();
    await one.settled();
    expect(keepUp).toHaveBeenCalledTimes(1);
    expect(await stage.engine.jobs()).toMatchObject([{ type: 'x', status: 'pending' }]);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  test('are warned of when they fail, and taken up in the next round', async () => {
    const { one, keepUp, logger } = duties();
    keepUp.mockRejectedValueOnce(new Error('away'));
    one.begin();
    await one.settled();
    expect(logger.warn.mock.calls).toEqual([
      [{ worker_id: 'w', error: 'away' }, 'Background duties failed, trying again'],
    ]);
    one.begin();
    await one.settled();
    expect(keepUp).toHaveBeenCalledTimes(2);
  });
});
