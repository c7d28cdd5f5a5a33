import { describe, expect, test } from 'vitest';
import { BUILT_IN_JOBS, createWorker, type Engine } from '../../src/engine/index.js';
import { waitUntil } from '../services/wait-until.js';
import { casparianBatch } from './casparian.js';
import { freshStore, COMMAND_STORES } from './store.js';

const fail = BUILT_IN_JOBS.find((job) => job.type === 'fail')!;

/** Jobs that failed for good, the last one in a queue of its own. */
async function failedJobs(engine: Engine, queues: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const queue of queues) ids.push((await engine.enqueue(fail, { retryable: false }, { queue })).id);
  const worker = createWorker(engine, { jobs: BUILT_IN_JOBS, id: 'test-worker' });
  await worker.start();
  await waitUntil(async () => (await engine.jobs({ statuses: ['failed'] })).length === ids.length, {
    for: 'the jobs to fail',
    intervalMs: 10,
  });
  await worker.stop();
  return ids;
}

describe.each(COMMAND_STORES)('casparian triage on %s', (kind) => {
  test('lists failed jobs, counts them, retries some and gives up the rest', async () => {
    const { engine, flags } = await freshStore(kind);
    const [first, second, mail] = await failedJobs(engine, ['default', 'default', 'mail']);
    const triage = (...args: string[]): string[] => ['triage', ...args, ...flags];
    const [groups, asJson, counted, unasked, retried, cancelled, rest, nothing] = await casparianBatch([
      triage('list'),
      triage('list', '--json', '--queue', 'mail', '--newer-than', '1h'),
      triage('retry', '--code', 'permanent-error', '--message', 'FAILING', '--dry-run', '--json'),
      triage('retry', '--all'),
      triage('retry', '--id', first!, '--yes', '--json'),
      triage('cancel', '--type', 'fail', '--yes', '--json'),
      triage('list', '--json'),
      triage('cancel', '--all', '--yes'),
    ]);
    expect(groups!.stdout).toMatch(/^3 jobs · fail · PERMANENT_ERROR · newest /);
    expect(groups!.stdout).toContain('    Failing as asked, attempt 1\n');
    expect(groups!.stdout).toContain(`casparian job show ${mail}`);
    expect(groups!.stderr).toContain('casparian triage retry --type fail --code PERMANENT_ERROR');
    expect(JSON.parse(asJson!.stdout)).toEqual([
      {
        ...{ id: mail, type: 'fail', status: 'failed', tenant: 'default', queue: 'mail', attempts: 1 },
        ...{ code: 'PERMANENT_ERROR', message: 'Failing as asked, attempt 1' },
        finished_at: expect.stringMatching(/Z$/) as string,
      },
    ]);
    expect(JSON.parse(counted!.stdout)).toEqual({ matched: 3, retried: 0 });
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('Retry 3 jobs?') as string });
    expect(JSON.parse(retried!.stdout)).toEqual({ matched: 1, retried: 1 });
    expect(JSON.parse(cancelled!.stdout)).toEqual({ matched: 2, cancelled: 2 });
    expect(JSON.parse(rest!.stdout)).toEqual([]);
    expect(nothing).toMatchObject({ code: 0, stdout: '', stderr: 'No failed or dead job matches.\n' });
    expect((await engine.job(first!)).status).toBe('pending');
    expect(await engine.job(second!)).toMatchObject({ status: 'cancelled', errors: [{ code: 'PERMANENT_ERROR' }] });
  });
});

test('wants to know which jobs are meant', async () => {
  const { flags } = await freshStore('sqlite');
  const [bare, both, unknown, tenant, empty] = await casparianBatch([
    ['triage', 'retry', ...flags, '--yes', '--limit', '1'],
    ['triage', 'cancel', ...flags, '--yes', '--all', '--type', 'task'],
    ['triage', 'retry', ...flags, '--yes', '--id', '0198c0de-7a6b-7000-8000-000000000000'],
    ['triage', 'list', ...flags, '--tenant', 'nobody'],
    ['triage', 'list', ...flags],
  ]);
  expect([bare, both, unknown, tenant, empty].map((answer) => answer!.code)).toEqual([2, 2, 3, 3, 0]);
  expect(bare!.stderr).toContain('needs a filter or --all');
  expect(both!.stderr).toContain('--all and a filter cannot be combined');
  expect(unknown!.stderr).toContain('JOB_NOT_FOUND');
  expect(empty!.stderr).toBe('No job has failed.\n');
});
