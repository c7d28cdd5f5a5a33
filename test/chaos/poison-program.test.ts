import { describe, expect, test } from 'vitest';
import { taskOf } from '../../src/tasks/index.js';
import { startProgram } from '../engine/staging/program.js';
import { STORES } from '../engine/staging/stage.js';
import { jobEnds, jobIs } from '../engine/staging/workers.js';
import { KILLS_ITS_WORKER } from '../tasks/adversity/staging/kills-its-worker.js';
import { sh } from '../tasks/jobs/staging/a-spec.js';
import { useTaskStage } from '../tasks/jobs/staging/task-stage.js';

const WORKER = new URL('../tasks/jobs/fixtures/task-worker.ts', import.meta.url);

describe.each(STORES)('a program that kills its worker, on %s', (storeName) => {
  const stage = useTaskStage(storeName);

  test('crashes four of them; the fifth moves the job to the dead letter and continues', async () => {
    const { id } = await stage.submit(sh(KILLS_ITS_WORKER), { schedule: { maxAttempts: 10 } });
    for (let deaths = 0; deaths < 4; deaths++) {
      const worker = await startProgram(WORKER, [stage.url, stage.logs]);
      expect(await worker.ended).toMatchObject({ signal: 'SIGKILL' });
      await jobIs(stage.engine, id, ({ leaseExpiresAt }) => (leaseExpiresAt ?? 0) < Date.now());
    }
    await stage.startTaskWorker({ pollEveryMs: 50 });
    const task = taskOf(await jobEnds(stage.engine, id));
    expect(task).toMatchObject({ status: 'dead_letter', error: { code: 'POISON_JOB' }, job: { crashes: 4 } });
    expect(await stage.outcomeOf(sh('true'))).toMatchObject({ status: 'completed' });
  });

  test('does not reach the worker by killing its parent, nor other programs', async () => {
    await stage.startTaskWorker({ pollEveryMs: 50, concurrency: 2 });
    const neighbour = await stage.submit(sh('sleep 2'));
    await jobIs(stage.engine, neighbour.id, ({ status }) => status === 'running');
    const poison = await stage.outcomeOf(sh('kill -9 $PPID; sleep 60'), { maxAttempts: 2 });
    expect(poison).toMatchObject({
      status: 'dead_letter',
      attempts: 2,
      error: { code: 'TASK_KILLED' },
      job: { crashes: 0 },
    });
    const task = taskOf(await jobEnds(stage.engine, neighbour.id));
    expect(task).toMatchObject({ status: 'completed', attempts: 1, job: { crashes: 0 } });
  });
});
