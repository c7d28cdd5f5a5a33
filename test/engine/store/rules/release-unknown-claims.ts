import { expect, test } from 'vitest';
import { rowOf } from '../../staging/rows.js';
import { aJob, claimDue, LEASE_MS, runningJob } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

export function releaseUnknownClaimsRules(stage: Stage): void {
  const row = (id: string) => rowOf(stage.engine.database, id);

  test('claims whose answer got lost go back uncharged; known ones and those of others stay', async () => {
    const lost = await runningJob(stage.store);
    const known = await runningJob(stage.store);
    const foreign = await runningJob(stage.store, {}, { owner: 'worker-b' });
    expect(await stage.store.releaseUnknownClaims('worker-a', [known])).toBe(1);
    expect(await row(lost.id)).toMatchObject({
      ...{ status: 'pending', attempts: 0, crashes: 0, fence: 1 },
      ...{ lease_owner: null, lease_expires_at: null, finished_at: null },
    });
    expect((await row(known.id)).status).toBe('running');
    expect((await row(foreign.id)).status).toBe('running');
  });

  test('who knows a job from an earlier claim does not know it', async () => {
    const earlier = await runningJob(stage.store);
    await stage.store.releaseUnknownClaims('worker-a', []);
    await claimDue(stage.store);
    expect(await stage.store.releaseUnknownClaims('worker-a', [earlier])).toBe(1);
  });

  test('whoever knows nothing loses all it has', async () => {
    await runningJob(stage.store);
    await runningJob(stage.store);
    expect(await stage.store.releaseUnknownClaims('worker-a', [])).toBe(2);
    expect(await stage.store.releaseUnknownClaims('worker-a', [])).toBe(0);
  });

  test('a released job is claimed again under a new fence, and the old one no longer counts', async () => {
    const lost = await runningJob(stage.store);
    await stage.store.releaseUnknownClaims('worker-a', []);
    const [again] = await claimDue(stage.store);
    expect(again).toMatchObject({ id: lost.id, fence: lost.fence + 1 });
    expect((await stage.store.renew('worker-a', LEASE_MS, [lost])).lost).toEqual([lost.id]);
  });

  test('a released job whose cancel was requested does not go back into the line', async () => {
    const lost = await runningJob(stage.store);
    await stage.engine.cancel(lost.id);
    expect(await stage.store.releaseUnknownClaims('worker-a', [])).toBe(1);
    expect(await row(lost.id)).toMatchObject({ status: 'cancelled', attempts: 0, lease_owner: null });
    expect((await row(lost.id)).finished_at).not.toBeNull();
    expect(await claimDue(stage.store)).toEqual([]);
  });

  test('of two jobs, the one that is known by its id and its fence stays', async () => {
    const [known, stale] = [await runningJob(stage.store), await runningJob(stage.store)];
    await stage.store.enqueue([aJob()]);
    expect(await stage.store.releaseUnknownClaims('worker-a', [{ ...stale, fence: 9 }, known])).toBe(1);
    expect([(await row(known.id)).status, (await row(stale.id)).status]).toEqual(['running', 'pending']);
  });
}
