import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listWorkers } from '../../src/engine/index.js';
import type { JobRecord } from '../../src/engine/index.js';
import { databaseNow } from '../engine/staging/advance-time.js';
import { allRows } from '../engine/staging/rows.js';
import { useStage } from '../engine/staging/stage.js';
import { waitUntil } from '../services/wait-until.js';
import { openLedger } from '../adversity/staging/ledger.js';
import { recordJob } from '../adversity/staging/steady-producer.js';
import { startWorkerProcess } from '../adversity/staging/worker-process.js';

const TWO_HOURS_MS = 7_200_000;
const LEASE_MS = 2_000;
const SHIFTED_CLOCK = fileURLToPath(new URL('../adversity/fixtures/shifted-clock.mjs', import.meta.url));

describe.each([
  ['ahead', TWO_HOURS_MS],
  ['behind', -TWO_HOURS_MS],
])('a worker on PostgreSQL whose clock is two hours %s', (_direction, shiftMs) => {
  const stage = useStage('PostgreSQL');

  test('claims jobs on time, steals and loses none, and writes only times of the database', async () => {
    await openLedger(stage.engine);
    const begunAt = await databaseNow(stage.engine.database);
    // Each of the two holds a job for longer than its lease, and neither may rescue the other's job.
    await startWorker('right', { CONCURRENCY: '1' });
    const { id: heldByRight } = await stage.engine.enqueue(recordJob, { behaviour: 'effect', ms: 2 * LEASE_MS });
    await waitUntil(async () => (await stage.engine.job(heldByRight)).leaseOwner === 'right', {
      for: 'the right worker to take a job',
      timeoutMs: 5_000,
    });
    await startWorker('wrong', { CLOCK_SHIFT_MS: String(shiftMs) }, ['--import', SHIFTED_CLOCK]);
    const { id: heldByWrong } = await stage.engine.enqueue(recordJob, { behaviour: 'step', ms: 1.5 * LEASE_MS });
    await waitUntil(async () => (await stage.engine.job(heldByWrong)).leaseOwner === 'wrong', {
      for: 'the wrong worker to take a job',
      timeoutMs: 5_000,
    });

    const { id: logging } = await stage.engine.enqueue(recordJob, { behaviour: 'bare', ms: 10 });
    const { id: now } = await stage.engine.enqueue(recordJob, { behaviour: 'flaky', ms: 10 });
    const { id: soon } = await stage.engine.enqueue(recordJob, { behaviour: 'flaky', ms: 10 }, { delayMs: 1_000 });
    const { id: later } = await stage.engine.enqueue(
      recordJob,
      { behaviour: 'effect', ms: 10 },
      { delayMs: 3_600_000 },
    );
    const delayed = await ended(soon);
    expect((await ended(now)).finishedAt!).toBeLessThan(delayed.runAt);
    expect(delayed.startedAt!).toBeGreaterThanOrEqual(delayed.runAt);
    expect(delayed.finishedAt! - delayed.runAt).toBeLessThan(LEASE_MS);
    await ended(logging);
    const unharmed = { status: 'completed', crashes: 0, fence: 1 };
    expect(await ended(heldByRight)).toMatchObject(unharmed);
    expect(await ended(heldByWrong)).toMatchObject(unharmed);
    expect((await stage.engine.job(later)).status).toBe('pending');

    // Read first: the workers go on.
    const times = await timesInTheDatabase();
    const endedAt = await databaseNow(stage.engine.database);
    const strange = times.filter((time) => time < begunAt - 1 || time > endedAt);
    expect(strange).toEqual([]);
    expect(await listWorkers(stage.engine.database)).toMatchObject([
      { id: 'right', alive: true },
      { id: 'wrong', alive: true },
    ]);
  });

  async function startWorker(id: string, env: Record<string, string>, nodeArgs: string[] = []): Promise<void> {
    const settings = { WORKER_ID: id, LEASE_MS: String(LEASE_MS), ...env };
    const worker = await startWorkerProcess('recording-worker.mjs', { url: stage.url, nodeArgs, env: settings });
    stage.onCleanup(() => worker.end('SIGKILL'));
  }

  async function ended(id: string): Promise<JobRecord> {
    return waitUntil(
      async () => {
        const job = await stage.engine.job(id);
        return job.finishedAt !== null && job;
      },
      { for: 'the job to end', timeoutMs: 10_000 },
    );
  }

  /** All times that were written during the test. */
  async function timesInTheDatabase(): Promise<number[]> {
    const lines = await waitUntil(
      async () => {
        const found = await stage.engine.database.query<{ at: number }>('SELECT at FROM cf_job_logs');
        return found.length > 0 && found;
      },
      { for: 'the log line to be written', timeoutMs: 5_000 },
    );
    const rows = await allRows(stage.engine.database);
    const errors = rows.flatMap((row) => (row.errors === null ? [] : (JSON.parse(row.errors) as { ended: string }[])));
    return [
      ...lines.map(({ at }) => at),
      ...rows.flatMap((row) => [row.created_at, row.started_at, row.heartbeat_at, row.finished_at]),
      ...errors.map((error) => Date.parse(error.ended)),
      ...(await listWorkers(stage.engine.database)).flatMap((worker) => [worker.startedAt, worker.heartbeatAt]),
    ].filter((time) => time !== null);
  }
});
