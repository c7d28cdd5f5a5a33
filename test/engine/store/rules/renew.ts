import { expect, test, vi } from 'vitest';
import { fencedTransaction } from '../../../../src/engine/worker/fenced-transaction.js';
import { JobNotes } from '../../../../src/engine/worker/job-notes.js';
import { silentLogger } from '../../../../src/platform/index.js';
import { advanceTime } from '../../staging/advance-time.js';
import { allRows, rowOf } from '../../staging/rows.js';
import { aJob, anEnding, claimDue, enqueueOne, LEASE_MS, runningJob } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

export function renewRules(stage: Stage): void {
  test('one call moves the leases and heartbeats of all held jobs', async () => {
    await stage.store.enqueue(Array.from({ length: 30 }, () => aJob()));
    const held = await claimDue(stage.store);
    await advanceTime(stage.engine.database, 30_000);
    expect(await stage.store.renew('worker-a', LEASE_MS, held)).toEqual({ renewed: 30, lost: [], cancelRequested: [] });
    for (const row of await allRows(stage.engine.database)) {
      expect(row.lease_expires_at! - row.heartbeat_at!).toBe(LEASE_MS);
      expect(row.heartbeat_at! - row.started_at!).toBeGreaterThanOrEqual(30_000);
    }
  });

  test('nothing held is nothing renewed', async () => {
    expect(await stage.store.renew('worker-a', LEASE_MS, [])).toEqual({ renewed: 0, lost: [], cancelRequested: [] });
  });

  test('a lease that ran out, but that nobody took, can still be renewed', async () => {
    const job = await runningJob(stage.store);
    await advanceTime(stage.engine.database, LEASE_MS + 1_000);
    expect((await stage.store.renew('worker-a', LEASE_MS, [job])).renewed).toBe(1);
    expect((await stage.store.findReadyLanes({ types: ['work'] })).expiredLeases).toBe(false);
  });

  test('a stale fence, another owner, a finished job and an unknown one are reported lost and stay as they are', async () => {
    const stale = await runningJob(stage.store);
    const foreign = await runningJob(stage.store, {}, { owner: 'worker-b' });
    const finished = await runningJob(stage.store);
    await stage.store.finish('worker-a', [anEnding(finished)]);
    const unknown = { id: aJob().id, fence: 1 };
    const mine = await runningJob(stage.store);
    const before = await allRows(stage.engine.database);
    const renewal = await stage.store.renew('worker-a', 999_000, [
      { ...stale, fence: stale.fence - 1 },
      { ...stale, fence: stale.fence + 1 },
      foreign,
      finished,
      unknown,
      mine,
    ]);
    expect(renewal.renewed).toBe(1);
    expect(renewal.lost).toEqual([stale.id, stale.id, foreign.id, finished.id, unknown.id]);
    const after = await allRows(stage.engine.database);
    const others = (rows: typeof after) => rows.filter((row) => row.id !== mine.id);
    expect(others(after)).toEqual(others(before));
  });

  test('a job of the same worker that is not named is not renewed', async () => {
    const [named, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    const before = await rowOf(stage.engine.database, other.id);
    expect((await stage.store.renew('worker-a', 999_000, [named])).renewed).toBe(1);
    expect(await rowOf(stage.engine.database, other.id)).toEqual(before);
  });

  // In SQLite a renewal waits for the one writer, and nothing is locked for long.
  test.skipIf(stage.storeName === 'SQLite')('a job that another statement has locked is not lost', async () => {
    const [locked, free] = [await runningJob(stage.store), await runningJob(stage.store)];
    await stage.engine.transaction(async (tx) => {
      await tx.query('SELECT id FROM cf_jobs WHERE id = $1 FOR UPDATE', [locked.id]);
      const renewal = await stage.store.renew('worker-a', LEASE_MS, [locked, free, { id: aJob().id, fence: 1 }]);
      expect(renewal).toMatchObject({ renewed: 1, lost: [expect.not.stringMatching(locked.id)] });
    });
  });

  test('a fenced transaction leaves a sign of life on its own job alone, and as much lease as there was', async () => {
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    const before = await rowOf(stage.engine.database, job.id);
    await fencedTransaction(stage.engine.database, 'worker-a', job, () => Promise.resolve());
    const after = await rowOf(stage.engine.database, job.id);
    expect(after.heartbeat_at).not.toBeNull();
    expect(after.lease_expires_at).toBe(before.lease_expires_at);
    expect((await rowOf(stage.engine.database, other.id)).heartbeat_at).toBeNull();
  });

  test.each([
    [100, 0],
    [101, 101],
    [5_000, 5_000],
  ])('a fenced transaction of %i ms lengthens the lease of its job by %i ms', async (tookMs, byMs) => {
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    const expiry = async (id: string) => (await rowOf(stage.engine.database, id)).lease_expires_at!;
    const [before, otherBefore] = [await expiry(job.id), await expiry(other.id)];
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    await fencedTransaction(stage.engine.database, 'worker-a', job, async () => {
      clock.mockReturnValue(1_000 + tookMs);
    });
    clock.mockRestore();
    expect((await expiry(job.id)) - before).toBe(byMs);
    expect(await expiry(other.id)).toBe(otherBefore);
  });

  test('a requested cancel is heard at the renewal', async () => {
    const [job, other] = [await runningJob(stage.store), await runningJob(stage.store)];
    await stage.engine.cancel(job.id);
    const renewal = await stage.store.renew('worker-a', LEASE_MS, [job, other]);
    expect(renewal).toEqual({ renewed: 2, lost: [], cancelRequested: [job.id] });
  });

  test("a fenced transaction commits the holder's writes", async () => {
    const job = await runningJob(stage.store);
    const witness = aJob();
    await fencedTransaction(stage.engine.database, 'worker-a', job, async (tx) => {
      await stage.store.enqueue([witness], tx);
    });
    expect((await rowOf(stage.engine.database, witness.id)).status).toBe('pending');
  });

  test.each(['stale fence', 'other owner', 'finished'])('a fenced transaction is refused: %s', async (reason) => {
    const job = await runningJob(stage.store);
    if (reason === 'finished') await stage.store.finish('worker-a', [anEnding(job)]);
    const held = reason === 'stale fence' ? { id: job.id, fence: job.fence - 1 } : job;
    const owner = reason === 'other owner' ? 'worker-b' : 'worker-a';
    let worked = false;
    const work = fencedTransaction(stage.engine.database, owner, held, async () => {
      worked = true;
    });
    await expect(work).rejects.toMatchObject({ code: 'LEASE_LOST' });
    expect(worked).toBe(false);
  });

  test('a fenced transaction that throws leaves nothing behind, and the holder holds on', async () => {
    const job = await runningJob(stage.store);
    const work = fencedTransaction(stage.engine.database, 'worker-a', job, async (tx) => {
      await stage.store.enqueue([aJob()], tx);
      throw new Error('half way');
    });
    await expect(work).rejects.toThrow('half way');
    expect(await allRows(stage.engine.database)).toHaveLength(1);
    expect((await stage.store.renew('worker-a', LEASE_MS, [job])).renewed).toBe(1);
  });

  test('progress is written by the holder only', async () => {
    const job = await runningJob(stage.store);
    const holder = new JobNotes(stage.engine.database, 'worker-a', silentLogger);
    const stranger = new JobNotes(stage.engine.database, 'worker-b', silentLogger);
    holder.noteProgress(job, { fraction: 0.5, message: 'half' });
    await holder.flush();
    stranger.noteProgress(job, { fraction: 0.9 });
    await stranger.flush();
    holder.noteProgress({ ...job, fence: job.fence - 1 }, { fraction: 0.1 });
    await holder.flush();
    expect((await stage.engine.job(job.id)).progress).toEqual({ fraction: 0.5, message: 'half' });
  });

  test('progress of a job that has ended is not written', async () => {
    const id = await enqueueOne(stage.store);
    const [job] = await claimDue(stage.store);
    await stage.store.finish('worker-a', [anEnding(job!)]);
    const notes = new JobNotes(stage.engine.database, 'worker-a', silentLogger);
    notes.noteProgress(job!, { fraction: 0.5 });
    await notes.flush();
    expect((await stage.engine.job(id)).progress).toBeNull();
  });
}
