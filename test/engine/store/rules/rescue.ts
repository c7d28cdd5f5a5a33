import { expect, test } from 'vitest';
import { CRASH_BUDGET } from '../../../../src/engine/ending.js';
import type { AttemptError } from '../../../../src/engine/index.js';
import { advanceTime } from '../../staging/advance-time.js';
import { allRows, rowOf } from '../../staging/rows.js';
import { aJob, anEnding, claimDue, claimSuspect, ids, LEASE_MS, runningJob } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

export function rescueRules(stage: Stage): void {
  const row = (id: string) => rowOf(stage.engine.database, id);
  const leasesRunOut = () => advanceTime(stage.engine.database, LEASE_MS + 1_000);
  const errorsOf = async (id: string): Promise<AttemptError[]> => (await stage.engine.job(id)).errors;

  /** The only job of a worker, before and after it became a suspect. */
  async function crash(owner: string): Promise<void> {
    const [job] = await claimDue(stage.store, { owner });
    if (!job) await claimSuspect(stage.store, owner);
    await leasesRunOut();
    await stage.store.rescue(10);
  }

  test('a job whose worker stopped renewing goes back into the line, charged one attempt and one crash', async () => {
    const job = await runningJob(stage.store, { tenant: 'acme' }, { owner: 'worker-x' });
    await leasesRunOut();
    expect(await stage.store.rescue(10)).toEqual([
      {
        id: job.id,
        queue: 'default',
        type: 'work',
        tenant: 'acme',
        status: 'pending',
        owner: 'worker-x',
        crashes: 1,
        wasAlone: true,
      },
    ]);
    expect(await row(job.id)).toMatchObject({
      ...{ status: 'pending', attempts: 1, crashes: 1, fence: 1 },
      ...{ lease_owner: null, lease_expires_at: null, finished_at: null },
    });
  });

  test('the evidence names the worker, its last heartbeat and the time of the finding', async () => {
    const job = await runningJob(stage.store, {}, { owner: 'worker-x' });
    await leasesRunOut();
    const { heartbeat_at, started_at } = await row(job.id);
    await stage.store.rescue(10);
    const [error] = await errorsOf(job.id);
    expect(error).toMatchObject({ code: 'WORKER_CRASHED', worker: 'worker-x', attempt: 1 });
    expect(error?.started).toBe(new Date(started_at!).toISOString());
    expect(error?.detail).toContain(new Date(heartbeat_at ?? started_at!).toISOString());
  });

  test('the evidence has the last renewal, where there was one', async () => {
    const job = await runningJob(stage.store);
    await advanceTime(stage.engine.database, 10_000);
    await stage.store.renew('worker-a', LEASE_MS, [job]);
    await leasesRunOut();
    const { heartbeat_at } = await row(job.id);
    await stage.store.rescue(10);
    const [error] = await errorsOf(job.id);
    expect(error?.detail).toContain(`last heartbeat ${new Date(heartbeat_at!).toISOString()}`);
  });

  test('each job is charged to its own worker, and what became of it is told', async () => {
    const last = await runningJob(stage.store, { maxAttempts: 1, tenant: 'acme' }, { owner: 'worker-x' });
    await advanceTime(stage.engine.database, 1_000);
    const other = await runningJob(stage.store, { type: 'play' }, { owner: 'worker-y' });
    const alive = await runningJob(stage.store, {}, { owner: 'worker-z', leaseMs: 10 * LEASE_MS });
    await leasesRunOut();
    expect(await stage.store.rescue(10)).toEqual([
      {
        ...{ id: last.id, queue: 'default', type: 'work', tenant: 'acme' },
        ...{ status: 'dead_letter', owner: 'worker-x', crashes: 1, wasAlone: true },
      },
      {
        ...{ id: other.id, queue: 'default', type: 'play', tenant: 'default' },
        ...{ status: 'pending', owner: 'worker-y', crashes: 1, wasAlone: true },
      },
    ]);
    expect((await errorsOf(last.id))[0]?.worker).toBe('worker-x');
    expect((await errorsOf(other.id))[0]?.worker).toBe('worker-y');
    expect(await row(alive.id)).toMatchObject({ status: 'running', crashes: 0, errors: null });
  });

  test('a rescued job can be claimed at once, alone', async () => {
    const job = await runningJob(stage.store);
    await leasesRunOut();
    await stage.store.rescue(10);
    expect(await claimDue(stage.store, { owner: 'worker-b' })).toEqual([]);
    const again = await claimSuspect(stage.store, 'worker-b');
    expect(again).toMatchObject({ id: job.id, fence: 2, attempts: 1, crashes: 1 });
  });

  test('live leases, pending and finished jobs are left alone', async () => {
    const done = await runningJob(stage.store);
    await stage.store.finish('worker-a', [anEnding(done)]);
    await leasesRunOut();
    await runningJob(stage.store);
    await stage.store.enqueue([aJob()]);
    const before = await allRows(stage.engine.database);
    expect(await stage.store.rescue(10)).toEqual([]);
    expect(await allRows(stage.engine.database)).toEqual(before);
  });

  test('no more than the limit is rescued, those that ran out first', async () => {
    const first = await runningJob(stage.store);
    await advanceTime(stage.engine.database, 1_000);
    const second = await runningJob(stage.store);
    await leasesRunOut();
    expect(ids(await stage.store.rescue(1))).toEqual([first.id]);
    expect(ids(await stage.store.rescue(1))).toEqual([second.id]);
    expect(await stage.store.rescue(1)).toEqual([]);
  });

  test('more crashes than the budget make it a poison job: dead letter, with one entry of evidence for each', async () => {
    await stage.store.enqueue([aJob({ maxAttempts: 100 })]);
    for (let crashes = 0; crashes < CRASH_BUDGET; crashes++) await crash(`worker-${crashes}`);
    const [alive] = await allRows(stage.engine.database);
    expect(alive).toMatchObject({ status: 'pending', crashes: CRASH_BUDGET });
    await crash('worker-last');
    const [dead] = await allRows(stage.engine.database);
    expect(dead).toMatchObject({ status: 'dead_letter', crashes: CRASH_BUDGET + 1, attempts: CRASH_BUDGET + 1 });
    expect(dead!.finished_at).not.toBeNull();
    const errors = await errorsOf(dead!.id);
    expect(errors.map((error) => [error.code, error.worker])).toEqual([
      ['WORKER_CRASHED', 'worker-0'],
      ['WORKER_CRASHED', 'worker-1'],
      ['WORKER_CRASHED', 'worker-2'],
      ['POISON_JOB', 'worker-last'],
    ]);
    expect(await claimDue(stage.store)).toEqual([]);
    expect(await claimSuspect(stage.store)).toBeUndefined();
  });

  test('crashes that use up the attempts end in the dead letter', async () => {
    await stage.store.enqueue([aJob({ maxAttempts: 2 })]);
    await crash('worker-a');
    await crash('worker-a');
    const [dead] = await allRows(stage.engine.database);
    expect(dead).toMatchObject({ status: 'dead_letter', crashes: 2, attempts: 2 });
    expect((await errorsOf(dead!.id)).map((error) => error.code)).toEqual(['WORKER_CRASHED', 'WORKER_CRASHED']);
  });

  test('a job whose cancel was requested is cancelled rather than put back', async () => {
    const job = await runningJob(stage.store);
    await stage.engine.cancel(job.id);
    await leasesRunOut();
    expect(await stage.store.rescue(10)).toMatchObject([{ id: job.id, status: 'cancelled' }]);
    expect(await row(job.id)).toMatchObject({ status: 'cancelled', crashes: 1, attempts: 1 });
  });

  test('of several rescuers at once, one takes each job', async () => {
    const jobs = Array.from({ length: 100 }, () => aJob());
    await stage.store.enqueue(jobs);
    await claimDue(stage.store);
    await leasesRunOut();
    const another = await stage.openAnother();
    const rescues = [stage.store, another.store, stage.store, another.store].map((store) => store.rescue(100));
    const rescued = (await Promise.all(rescues)).flat();
    expect(ids(rescued).sort()).toEqual(ids(jobs).sort());
    for (const one of await allRows(stage.engine.database))
      expect(one).toMatchObject({ crashes: 0, attempts: 0, suspicion: 1 });
  });

  test('a renewal and a rescue at the same moment: one of them has the job, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const job = await runningJob(stage.store);
      await leasesRunOut();
      const [renewal, rescued] = await Promise.all([
        stage.store.renew('worker-a', LEASE_MS, [job]),
        stage.store.rescue(10),
      ]);
      const after = await row(job.id);
      if (renewal.renewed === 1) {
        expect(rescued).toEqual([]);
        expect(after).toMatchObject({ status: 'running', crashes: 0 });
        await stage.store.finish('worker-a', [anEnding(job)]);
      } else {
        expect(ids(rescued)).toEqual([job.id]);
        expect(after).toMatchObject({ status: 'pending', crashes: 1 });
        await stage.engine.cancel(job.id);
      }
    }
  });
}
