import { describe, expect, test } from 'vitest';
import { defineJob, isWorkLeft } from '../../../src/engine/index.js';
import { STORES, useStage } from '../staging/stage.js';

describe.each(STORES)('work that is left on %s', (storeName) => {
  const stage = useStage(storeName);
  const job = defineJob({ type: 'limited', run: () => undefined });
  const isLeft = (types = ['limited']): Promise<boolean> =>
    isWorkLeft(stage.engine.database, { owner: 'worker', types });

  /** A job that waits for the one slot of a limit, as an admission leaves it behind. */
  async function waitingJob(): Promise<string> {
    const { id } = await stage.engine.enqueue(job, {});
    await stage.engine.database.script(`
      UPDATE cf_jobs SET run_at = cf_now() + 600000 WHERE id = '${id}';
      INSERT INTO cf_limits (tenant, key, concurrency) VALUES ('default', 'type limited', 1);
      INSERT INTO cf_limit_waits (job_id, fence, tenant, key, kind, priority, run_at, until_at)
        SELECT id, fence, tenant, 'type limited', 'concurrency', priority, 1, run_at FROM cf_jobs WHERE id = '${id}'`);
    return id;
  }

  test('includes a job whose slot was freed, before it is woken: a drain must not end between the two', async () => {
    await waitingJob();
    expect(await isLeft()).toBe(true);
    expect(await isLeft(['other'])).toBe(false);
  });

  test('does not include a job whose slot is held elsewhere, or that was claimed since', async () => {
    await waitingJob();
    await stage.engine.database.script(`INSERT INTO cf_limit_slots (tenant, key, holder, expires_at)
      VALUES ('default', 'type limited', 'another', cf_now() + 60000)`);
    expect(await isLeft()).toBe(false);
    await stage.engine.database.script('UPDATE cf_limit_slots SET expires_at = 1');
    expect(await isLeft()).toBe(true);
    await stage.engine.database.script('UPDATE cf_limit_waits SET fence = 7');
    expect(await isLeft()).toBe(false);
  });
});
