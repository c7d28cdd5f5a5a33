import { describe, expect, test } from 'vitest';
import { tenantDatabase } from '../../../src/database/index.js';
import { createWorker } from '../../../src/engine/index.js';
import { BULK_JOB, bulkJobs } from '../../../src/operations/bulk/bulk-job.js';
import { type BulkJson, bulkJson } from '../../../src/operations/bulk/bulk-json.js';
import { bulkProgress } from '../../../src/operations/bulk/bulk-progress.js';
import { type BulkRequest, countMatches, rolesWith, startBulk } from '../../../src/operations/index.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { waitUntil } from '../../services/wait-until.js';
import { start } from '../../cli/casparian.js';
import { addJobs, addRows, changedSoFar, jobsByStatus, TENANT } from './staging.js';

/** Enough batches that an operation can be interrupted in the middle. */
const MANY = 20_000;
const FAILED: BulkRequest = { target: 'jobs', action: 'retry', filter: { statuses: ['failed'] } };

describe.each(STORES)('a bulk operation on %s', (kind) => {
  async function stage() {
    const { engine, flags } = await freshStore(kind);
    const scope = { engine, tenant: TENANT, database: tenantDatabase(engine.database, TENANT, 'ann') };
    const logs = await temporaryFolder();
    const end = async (id: string): Promise<BulkJson> => {
      const worker = createWorker(engine, { jobs: bulkJobs(engine, logs), pollEveryMs: 50 });
      await worker.start();
      try {
        await jobEnds(engine, id);
        return bulkJson(await bulkProgress(scope, id));
      } finally {
        await worker.stop({ graceMs: 0 });
      }
    };
    const run = async (request: BulkRequest, expected: number) => end(await startBulk(scope, request, { expected }));
    return { engine, flags, scope, logs, run, end };
  }

  test('changes all that match in batches, and is two events with the actor', async () => {
    const { engine, scope, run } = await stage();
    await addJobs(engine, 2_500, { status: 'failed' });
    await addJobs(engine, 3, { status: 'completed' });
    await addJobs(engine, 2, { status: 'failed', tenant: 'other' });
    expect(await countMatches(scope.database, FAILED)).toBe(2_500);
    const done = await run(FAILED, 2_500);
    expect(done).toMatchObject({
      status: 'completed',
      expected_count: 2_500,
      changed: 2_500,
      skipped: 0,
      actor: 'ann',
    });
    expect(await jobsByStatus(engine)).toEqual({ 'acme completed': 3, 'acme pending': 2_500, 'other failed': 2 });
    const events = await engine.database.query<{ payload: string }>(
      'SELECT event_type, aggregate_id, actor, payload FROM cf_events ORDER BY position',
    );
    expect(events.map(({ payload, ...event }) => ({ ...event, payload: JSON.parse(payload) as object }))).toEqual([
      {
        ...{ event_type: 'bulk.started', aggregate_id: done.id, actor: 'ann' },
        payload: { target: 'jobs', action: 'retry', filter: { statuses: ['failed'] }, expected: 2_500 },
      },
      {
        ...{ event_type: 'bulk.ended', aggregate_id: done.id, actor: 'ann' },
        payload: { target: 'jobs', action: 'retry', expected: 2_500, changed: 2_500, skipped: 0, complete: true },
      },
    ]);
  });

  test('is refused if the count differs from the expected one, with the actual count', async () => {
    const { engine, scope } = await stage();
    await addJobs(engine, 3, { status: 'failed' });
    await expect(startBulk(scope, FAILED, { expected: 5 })).rejects.toMatchObject({
      code: 'BULK_COUNT_DIFFERS',
      message: '3 jobs match, but 5 were expected',
      facts: { matched: 3, expected: 5 },
    });
    expect(await jobsByStatus(engine)).toEqual({ 'acme failed': 3 });
    expect(await engine.database.query("SELECT 1 FROM cf_jobs WHERE type = 'bulk'")).toEqual([]);
    expect(await engine.database.query('SELECT 1 FROM cf_events')).toEqual([]);
  });

  test('is started once by a repeated request, also when it has changed the count', async () => {
    const { engine, scope, end } = await stage();
    await addJobs(engine, 3, { status: 'failed' });
    const options = { expected: 3, idempotencyKey: 'once' };
    const id = await startBulk(scope, FAILED, options);
    await end(id);
    expect(await countMatches(scope.database, FAILED)).toBe(0);
    expect(await startBulk(scope, FAILED, options)).toBe(id);
  });

  test('includes neither itself nor what is created or fails after the request', async () => {
    const { engine, scope, end } = await stage();
    await addJobs(engine, 3, { status: 'failed' });
    await addJobs(engine, 1, { status: 'pending', type: 'mail' });
    const retry = await startBulk(scope, FAILED, { expected: 3 });
    await engine.database.query(
      `UPDATE cf_jobs SET status = 'failed', finished_at = created_at + 100000 WHERE type = 'mail'`,
    );
    expect(await end(retry)).toMatchObject({ changed: 3, skipped: 0 });
    // Three that are pending, the one that failed, and the finished operation.
    const everything: BulkRequest = { target: 'jobs', action: 'delete', filter: {} };
    const all = await startBulk(scope, everything, { expected: 5 });
    await addJobs(engine, 1, { status: 'completed', type: 'later' });
    await engine.database.query(`UPDATE cf_jobs SET created_at = created_at + 100000 WHERE type = 'later'`);
    expect(await end(all)).toMatchObject({ status: 'completed', changed: 2, skipped: 3 });
    expect(await engine.jobs({ type: 'later' })).toHaveLength(1);
  });

  test('cancels, deletes and changes priorities; what does not fit is skipped', async () => {
    const { engine, run } = await stage();
    await addJobs(engine, 2, { status: 'completed', type: 'mail' });
    await addJobs(engine, 4, { status: 'pending', type: 'mail' });
    const filter = { type: 'mail' };
    const urgent = await run({ target: 'jobs', action: 'priority', filter, priority: 0 }, 6);
    expect(urgent).toMatchObject({ changed: 4, skipped: 2 });
    expect(await run({ target: 'jobs', action: 'delete', filter }, 6)).toMatchObject({ changed: 2, skipped: 4 });
    expect(await run({ target: 'jobs', action: 'cancel', filter }, 4)).toMatchObject({ changed: 4, skipped: 0 });
    const [row] = await engine.database.query<{ n: number }>(
      `SELECT count(*) AS n FROM cf_jobs WHERE type = 'mail' AND status = 'cancelled' AND priority = 0 AND finished_at IS NOT NULL`,
    );
    expect(row?.n).toBe(4);
  });

  test('discards quarantined rows with a reason and events of their files, and enqueues one replay per file', async () => {
    const { engine, run } = await stage();
    await addRows(engine, 1_200, 'a');
    await addRows(engine, 5, 'b');
    const discard = await run(
      { target: 'quarantine', action: 'discard', filter: { error_type: 'a' }, reason: 'a test' },
      1_200,
    );
    expect(discard).toMatchObject({ changed: 1_200, skipped: 0 });
    const replay = await run({ target: 'quarantine', action: 'replay', filter: { parser: 'sales' } }, 5);
    expect(replay).toMatchObject({ changed: 5, skipped: 0 });
    const rows = await engine.database.query<{ status: string; reason: string; n: number }>(
      'SELECT status, reason, count(*) AS n FROM cf_quarantine GROUP BY status, reason ORDER BY status',
    );
    expect(rows).toEqual([
      { status: 'discarded', reason: 'a test', n: 1_200 },
      { status: 'quarantined', reason: null, n: 5 },
    ]);
    expect(await engine.jobs({ type: 'parse.replay' })).toMatchObject([
      { tenant: TENANT, status: 'pending', parentJobId: replay.id, payload: { replay_of: 'job-b' } },
    ]);
    const [event] = await engine.database.query<{ actor: string }>(
      "SELECT actor FROM cf_events WHERE event_type = 'quarantine.discarded'",
    );
    expect(event?.actor).toBe('ann');
  });

  test('continues after kill -9 without changing anything twice', async () => {
    const { engine, flags, scope, end } = await stage();
    await addJobs(engine, MANY, { status: 'failed' });
    const id = await startBulk(scope, FAILED, { expected: MANY });
    const child = start(['worker', '--type', 'bulk', ...flags]);
    await waitUntil(async () => (await changedSoFar(engine, id)) >= 1_000, { for: 'the first batch', intervalMs: 1 });
    child.process.kill('SIGKILL');
    await child.ended;
    const before = await changedSoFar(engine, id);
    expect(before).toBeLessThan(MANY);
    expect(await jobsByStatus(engine)).toEqual({ 'acme failed': MANY - before, 'acme pending': before });
    // Some fail again: they were retried already, and must stay as they are.
    await engine.database.query(`UPDATE cf_jobs SET status = 'failed', finished_at = created_at
      WHERE id IN (SELECT id FROM cf_jobs WHERE type = 'nothing' AND status = 'pending' ORDER BY id LIMIT 10)`);
    await engine.database.query(`UPDATE cf_jobs SET lease_expires_at = 1 WHERE type = 'bulk'`);
    expect(await end(id)).toMatchObject({ status: 'completed', changed: MANY, skipped: 0 });
    expect(await jobsByStatus(engine)).toEqual({ 'acme failed': 10, 'acme pending': MANY - 10 });
    const ended = await engine.database.query("SELECT 1 FROM cf_events WHERE event_type = 'bulk.ended'");
    expect(ended).toHaveLength(1);
  });

  test('stops between batches when it is cancelled, and says how far it came', async () => {
    const { engine, scope, logs } = await stage();
    await addJobs(engine, MANY, { status: 'failed' });
    const id = await startBulk(scope, FAILED, { expected: MANY });
    const worker = createWorker(engine, { jobs: bulkJobs(engine, logs), pollEveryMs: 50 });
    await worker.start();
    await waitUntil(async () => (await changedSoFar(engine, id)) >= 1_000, { for: 'the first batch', intervalMs: 1 });
    await engine.cancel(id);
    await jobEnds(engine, id);
    await worker.stop({ graceMs: 0 });
    const { status, changed } = bulkJson(await bulkProgress(scope, id));
    expect(status).toBe('cancelled');
    expect(changed % 1_000).toBe(0);
    expect(changed).toBeLessThan(MANY);
    expect(await jobsByStatus(engine)).toEqual({ 'acme failed': MANY - changed, 'acme pending': changed });
    const [event] = await engine.database.query<{ payload: string }>(
      `SELECT payload FROM cf_events WHERE event_type = 'bulk.ended'`,
    );
    expect(JSON.parse(event?.payload ?? '{}')).toMatchObject({ changed, complete: false });
  });

  test('cannot be forged: a job that was only enqueued fails', async () => {
    const { engine, scope, logs } = await stage();
    const { id } = await engine.enqueue(
      BULK_JOB,
      { target: 'jobs', action: 'delete', expected: 0 },
      { tenant: TENANT },
    );
    const worker = createWorker(engine, { jobs: bulkJobs(engine, logs), pollEveryMs: 50 });
    await worker.start();
    expect(await jobEnds(engine, id)).toMatchObject({ status: 'failed', errors: [{ code: 'PAYLOAD_INVALID' }] });
    await worker.stop({ graceMs: 0 });
    await expect(bulkProgress(scope, id)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
    const other = { ...scope, tenant: 'other', database: tenantDatabase(engine.database, 'other') };
    const own = await startBulk(scope, FAILED, { expected: 1 });
    await expect(bulkProgress(other, own)).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  });
});

test('a payload that is not that of a bulk operation is refused', async () => {
  const { engine } = await freshStore('sqlite');
  await expect(engine.enqueue(BULK_JOB, { target: 'jobs', action: 'explode', expected: 1 })).rejects.toMatchObject({
    code: 'PAYLOAD_INVALID',
  });
});

test('the roles that may change jobs may also change rows, since one permission covers both', () => {
  expect(rolesWith('jobs:write')).toEqual(rolesWith('data:write'));
});
