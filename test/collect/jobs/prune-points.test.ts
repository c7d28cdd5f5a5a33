import { describe, expect, test } from 'vitest';
import { collectJobs, findPoints, PLAN_JOB } from '../../../src/collect/index.js';
import { pruneCollected } from '../../../src/collect/jobs/prune-points.js';
import { createWorker } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import { openCollecting, testRuntime } from '../staging/collecting.js';
import { openSite } from '../staging/site.js';
import { STORES, useCollectStage } from '../staging/stage.js';

const DAY_MS = 86_400_000;

describe.each(STORES)('retention on %s', (storeName) => {
  const stage = useCollectStage(storeName);

  test('removes old prices with their responses, and values their items again', async () => {
    const collecting = await openCollecting(stage, await openSite(), { intakes: 2 });
    await collecting.run();
    const [old] = collecting.intakeIds;
    await stage.engine.database.script(`
      UPDATE cf_price_points SET observed_at = 1, last_seen_at = 1, first_seen_at = 1 WHERE intake_id = '${old}';
      UPDATE cf_source_responses SET fetched_at = 1 WHERE intake_id = '${old}'`);
    expect(await pruneCollected(stage.acme, {}, 0)).toEqual({ points: 0 });
    const retention = { pointsMs: 30 * DAY_MS, responsesMs: 30 * DAY_MS };
    expect(await pruneCollected(stage.acme, retention, 0)).toMatchObject({ points: 2, responses: 1 });
    expect((await findPoints(stage.acme, {})).map(({ intake_id }) => intake_id)).not.toContain(old);
    expect(await findPoints(stage.acme, {})).toHaveLength(2);
    expect(await stage.acme.query(`SELECT id FROM cf_intakes WHERE points_version > valued_version`)).toEqual([
      { id: old },
    ]);
  });

  test('keeps a price that its source still reports, however long ago it was observed', async () => {
    const collecting = await openCollecting(stage, await openSite());
    await collecting.run();
    await stage.acme.query('UPDATE cf_price_points SET observed_at = 1');
    expect(await pruneCollected(stage.acme, { pointsMs: DAY_MS }, 0)).toEqual({ points: 0 });
  });

  test('is applied by scheduled collections', async () => {
    const collecting = await openCollecting(stage, await openSite());
    await collecting.run();
    await stage.acme.query('UPDATE cf_price_points SET observed_at = 1, last_seen_at = 1, first_seen_at = 1');
    const runtime = testRuntime(stage, { retention: { pointsMs: DAY_MS } });
    const jobs = collectJobs(runtime).filter(({ type }) => type === PLAN_JOB.type);
    const worker = createWorker(stage.engine, { jobs, pollEveryMs: 50 });
    await worker.start();
    const { id } = await stage.engine.enqueue(PLAN_JOB, {}, { tenant: 'acme' });
    await waitUntil(async () => (await stage.engine.job(id)).status === 'completed', { for: 'the plan' });
    await worker.stop();
    await runtime.close();
    expect((await stage.engine.job(id)).result).toMatchObject({ removed: { points: 2 } });
    expect(await findPoints(stage.acme, {})).toEqual([]);
  });
});
