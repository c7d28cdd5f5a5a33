import { describe, expect, test } from 'vitest';
import { taskRunner } from '../../../src/app/index.js';
import { type TaskWaitOptions, waitForTask } from '../../../src/operations/tasks/wait-for-task.js';
import { isFinished, type JobRecord, listWorkers } from '../../../src/engine/index.js';
import { silentLogger } from '../../../src/platform/index.js';
import { loadSettings } from '../../../src/settings/index.js';
import { STORES } from '../../engine/staging/stage.js';
import { updateRow } from '../../engine/staging/rows.js';
import { jobIs } from '../../engine/staging/workers.js';
import { aSpec, sh } from '../../tasks/jobs/staging/a-spec.js';
import { useTaskStage } from '../../tasks/jobs/staging/task-stage.js';

/** A worker that serves tasks, and was heard of so long ago for the last time; a negative time is in the future. */
const silentWorker = (agoMs: number): string =>
  `INSERT INTO cf_workers (id, instance, host, pid, version, types, concurrency, lease_ms, started_at, heartbeat_at)
  VALUES ('silent', 'silent', 'host', 1, '1', '["task"]', 1, 1000, cf_now(), cf_now() - ${agoMs})`;

describe.each(STORES)('waiting for a task on %s', (storeName) => {
  const stage = useTaskStage(storeName);

  interface Waited {
    job: JobRecord;
    workers: string[];
    states: string[];
  }

  async function wait(id: string, options: Partial<TaskWaitOptions> & { allow?: string[] } = {}): Promise<Waited> {
    const { allow = [], onWorker, ...more } = options;
    const flags = { home: stage.logs, task_allow: allow, poll_interval_ms: 20 };
    const settings = await loadSettings({ flags, env: {}, cwd: stage.logs });
    const [workers, states]: [string[], string[]] = [[], []];
    const job = await waitForTask(stage.engine, id, {
      ...taskRunner(settings),
      signal: new AbortController().signal,
      logger: silentLogger,
      onWorker: (kind) => {
        workers.push(kind);
        onWorker?.(kind);
      },
      onState: ({ status, attempts }) => states.push(`${status} ${attempts}`),
      ...more,
    });
    return { job, workers, states };
  }

  test('without a worker this process runs it, and nothing else, through its retries', async () => {
    const { id } = await stage.submit(sh('test "$CASPARIAN_ATTEMPT" = 2 || exit 75', { retry: { delayMs: 30 } }));
    const other = await stage.submit(aSpec(['/bin/true']));
    const { job, workers, states } = await wait(id);
    expect(job).toMatchObject({ id, status: 'completed', attempts: 1 });
    expect(workers).toEqual(['here']);
    expect(states[0]).toBe('pending 0');
    expect(states.at(-1)).toBe('completed 1');
    expect(await stage.engine.job(other.id)).toMatchObject({ status: 'pending', fence: 0 });
    expect(await listWorkers(stage.engine.database)).toEqual([]);
  });

  test('two who wait for one job: either of them runs it, neither counts on the other', async () => {
    const { id } = await stage.submit(sh('sleep 0.2; echo "$CASPARIAN_FENCE"'));
    const [first, second] = await Promise.all([wait(id), wait(id)]);
    expect([first.workers, second.workers]).toEqual([['here'], ['here']]);
    expect(second.job).toMatchObject({ status: 'completed', fence: 1 });
  });

  test('a worker elsewhere does it; one of another queue, or that died, does not', async () => {
    await stage.startTaskWorker({ queues: ['mail'] });
    const served = await stage.submit(sh('echo mail'), { schedule: { queue: 'mail' } });
    expect(await wait(served.id)).toMatchObject({ workers: ['elsewhere'], job: { status: 'completed' } });
    const unserved = await stage.submit(sh('echo default'));
    await stage.engine.database.script(silentWorker(2_000));
    expect(await wait(unserved.id)).toMatchObject({ workers: ['here'], job: { status: 'completed' } });
  });

  test('when the worker that was counted on goes silent, this process runs it', async () => {
    await stage.engine.database.script(silentWorker(-60_000));
    const { id } = await stage.submit(aSpec(['/bin/true']));
    let silenced: Promise<unknown> | undefined;
    const onWorker = (): void =>
      void (silenced ??= stage.engine.database.script('UPDATE cf_workers SET heartbeat_at = heartbeat_at - 120000'));
    expect(await wait(id, { onWorker })).toMatchObject({
      workers: ['elsewhere', 'here'],
      job: { status: 'completed' },
    });
    await silenced;
  });

  test('what the settings do not allow does not run here either', async () => {
    const { id } = await stage.submit(aSpec(['/bin/true']));
    const { job } = await wait(id, { allow: ['python -m *'] });
    expect(job).toMatchObject({ status: 'failed', errors: [{ code: 'TASK_NOT_ALLOWED' }] });
  });

  test('interrupted, the program is stopped and its job goes back uncharged', async () => {
    const interrupt = new AbortController();
    const { id } = await stage.submit(aSpec(['/bin/sleep', '60']));
    const waiting = wait(id, { signal: interrupt.signal });
    await jobIs(stage.engine, id, (job) => job.status === 'running');
    interrupt.abort();
    const { job } = await waiting;
    expect(job).toMatchObject({ status: 'pending', attempts: 0, fence: 1 });
    expect(isFinished(job.status)).toBe(false);
  });

  test('one that is over already is answered at once, and nobody starts a worker', async () => {
    const { id } = await stage.submit(aSpec(['/bin/true']));
    await updateRow(stage.engine.database, id, { status: 'failed', finished_at: 1 });
    expect(await wait(id)).toMatchObject({ workers: [], states: ['failed 0'] });
  });
});
