import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineJob, type Engine, type JobRecord } from '../../../src/engine/index.js';
import {
  enqueueByName,
  followJobLog,
  pruneFinishedJobs,
  readJobLog,
  scheduleByName,
  triageJobs,
  troubledJobs,
} from '../../../src/operations/index.js';
import { updateRow } from '../../engine/staging/rows.js';
import { freshStore, STORES, temporaryFolder } from '../../cli/store.js';

const job = defineJob({ type: 'wait', run: () => undefined });

async function failedJobs(engine: Engine, count: number): Promise<string[]> {
  const receipts = await engine.enqueueMany(
    job,
    Array.from({ length: count }, () => ({})),
  );
  for (const { id } of receipts) await updateRow(engine.database, id, { status: 'failed', finished_at: 1 });
  return receipts.map(({ id }) => id);
}

describe.each(STORES)('operations on jobs, on %s', (kind) => {
  test('a job is enqueued and scheduled by the name of its type, if the type is known', async () => {
    const { engine } = await freshStore(kind);
    const noop = { type: 'noop', payload: {}, modules: [] };
    expect(await enqueueByName(engine, noop, { queue: 'mail' }, 'ann')).toMatchObject({ status: 'pending' });
    const when = { cron: '0 6 * * *', timezone: 'UTC', catchUp: 'latest', replace: false, actor: 'ann' } as const;
    expect(await scheduleByName(engine, 'daily', noop, when)).toMatchObject({ name: 'daily', type: 'noop' });
    const unknown = { ...noop, type: 'nop' };
    await expect(enqueueByName(engine, unknown, {}, 'ann')).rejects.toMatchObject({
      code: 'UNKNOWN_JOB_TYPE',
      next: ['Did you mean noop?', { options: { jobs: 'FILE' } }, { options: { allow_unknown_type: true } }],
    });
    expect(await enqueueByName(engine, { ...unknown, allowUnknownType: true }, {}, 'ann')).toMatchObject({
      status: 'pending',
    });
  });

  test('triage asks with the number of jobs before it changes any', async () => {
    const { engine } = await freshStore(kind);
    const ids = await failedJobs(engine, 2);
    expect(await troubledJobs(engine, {})).toHaveLength(2);
    const filter = { ids };
    expect(await triageJobs(engine, { actor: 'ann', action: 'retry', filter, dryRun: true })).toEqual({
      matched: 2,
      changed: 0,
      parsers: [],
    });
    const refuse = (jobs: number): Promise<void> => Promise.reject(new Error(`refused ${jobs}`));
    await expect(triageJobs(engine, { actor: 'ann', action: 'retry', filter, confirm: refuse })).rejects.toThrow(
      'refused 2',
    );
    expect(await engine.job(ids[0]!)).toMatchObject({ status: 'failed' });
    const [first] = ids;
    expect(await triageJobs(engine, { actor: 'ann', action: 'cancel', filter: { ids: [first!] } })).toEqual({
      matched: 1,
      changed: 1,
      parsers: [],
    });
    expect(await triageJobs(engine, { actor: 'ann', action: 'retry', filter: {} })).toEqual({
      matched: 1,
      changed: 1,
      parsers: [],
    });
    expect(await troubledJobs(engine, { tenant: 'unknown' })).toEqual([]);
  });

  test('pruning deletes finished jobs with their logs, and nothing in a dry run', async () => {
    const { engine } = await freshStore(kind);
    const logs = await temporaryFolder();
    const [id] = await failedJobs(engine, 1);
    await mkdir(join(logs, id!));
    await writeFile(join(logs, id!, '1-1.log'), '');
    const options = { olderThanMs: 0, logs, statuses: ['failed'], actor: 'ann' };
    expect(await pruneFinishedJobs(engine, { ...options, dryRun: true })).toEqual({
      ...{ matched: 1, deleted: 0, dryRun: true },
    });
    await expect(pruneFinishedJobs(engine, { ...options, statuses: ['running'], dryRun: false })).rejects.toMatchObject(
      {
        code: 'OPTION_INVALID',
        next: [{ action: 'job.cancel' }],
      },
    );
    expect(await pruneFinishedJobs(engine, { ...options, dryRun: false })).toMatchObject({ matched: 1, deleted: 1 });
    expect(await readdir(logs)).toEqual([]);
  });

  test('the log of a finished job is read, and followed to its end', async () => {
    const { engine } = await freshStore(kind);
    const logs = await temporaryFolder();
    const [id] = await failedJobs(engine, 1);
    const failed = await engine.job(id!);
    expect(await readJobLog(engine, failed, { logs })).toEqual({ lines: [], mayBeElsewhere: false });
    const following = followJobLog(engine, failed, { logs });
    const { done, value } = await following.next();
    expect([done, (value as JobRecord).status]).toEqual([true, 'failed']);
  });
});
