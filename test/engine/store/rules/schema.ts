import { expect, test } from 'vitest';
import type { JobsTable } from '../../../../src/engine/schema/tables.js';
import { updateRow } from '../../staging/rows.js';
import { anEnding, enqueueOne, runningJob } from '../../staging/store-calls.js';
import type { Stage } from '../../staging/stage.js';

const OWNED = { lease_owner: 'me', lease_expires_at: 1 };
const UNOWNED = { lease_owner: null, lease_expires_at: null };

export function schemaRules(stage: Stage): void {
  const typed = (id: string, values: Partial<JobsTable>) => updateRow(stage.engine.database, id, values);
  const refusal = { code: 'DATABASE_ERROR', message: expect.stringMatching(/constraint/i) as string };

  test.each([
    ['a pending job with an owner', { lease_owner: 'me' }],
    ['a pending job with a lease', { lease_expires_at: 1 }],
    ['a pending job with an end', { finished_at: 1 }],
    ['a running job with nobody', { status: 'running', started_at: 1, fence: 1 }],
    ['a running job without a lease', { status: 'running', started_at: 1, fence: 1, lease_owner: 'me' }],
    ['a running job without an owner', { status: 'running', started_at: 1, fence: 1, lease_expires_at: 1 }],
    ['a running job that never started', { status: 'running', fence: 1, ...OWNED }],
    ['a running job without a fence', { status: 'running', started_at: 1, ...OWNED }],
    ['a running job with an end', { status: 'running', started_at: 1, fence: 1, finished_at: 1, ...OWNED }],
    ['an unknown state', { status: 'asleep' as never }],
    ['no state at all', { status: null as never }],
    ['a priority above 3', { priority: 4 }],
    ['a priority below 0', { priority: -1 }],
    ['negative attempts', { attempts: -1 }],
    ['negative crashes', { crashes: -1 }],
    ['a negative fence', { fence: -1 }],
    ['no attempts allowed', { max_attempts: 0 }],
    ['no payload', { payload: null as never }],
    ['no tenant', { tenant: null as never }],
  ] as [string, Partial<JobsTable>][])('a hand-typed UPDATE cannot make %s', async (_, values) => {
    const id = await enqueueOne(stage.store);
    await expect(typed(id, values)).rejects.toMatchObject(refusal);
  });

  test.each(['completed', 'completed_with_warnings', 'failed', 'dead_letter', 'cancelled'] as const)(
    'a job that is %s must have an end and nobody',
    async (status) => {
      const id = await enqueueOne(stage.store);
      await expect(typed(id, { status })).rejects.toMatchObject(refusal);
      await expect(typed(id, { status, finished_at: 1, ...OWNED })).rejects.toMatchObject(refusal);
      await typed(id, { status, finished_at: 1, ...UNOWNED });
    },
  );

  test('a running job cannot lose its owner alone', async () => {
    const job = await runningJob(stage.store);
    await expect(typed(job.id, { lease_owner: null })).rejects.toMatchObject(refusal);
  });

  test('a finished job cannot be set running by its state alone', async () => {
    const job = await runningJob(stage.store);
    await stage.store.finish('worker-a', [anEnding(job)]);
    await expect(typed(job.id, { status: 'running' })).rejects.toMatchObject(refusal);
  });

  test('a second job with the same key cannot be made by hand', async () => {
    await enqueueOne(stage.store, { idempotencyKey: 'k' });
    const id = await enqueueOne(stage.store);
    await expect(typed(id, { idempotency_key: 'k' })).rejects.toMatchObject(refusal);
  });
}
