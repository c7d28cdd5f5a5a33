import { describe, expect, test } from 'vitest';
import { taskOf } from '../../src/tasks/index.js';
import { startProgram } from '../engine/staging/program.js';
import { STORES } from '../engine/staging/stage.js';
import { jobEnds, jobIs } from '../engine/staging/workers.js';
import { sh } from '../tasks/jobs/staging/a-spec.js';
import { useTaskStage } from '../tasks/jobs/staging/task-stage.js';

const WORKER = new URL('../tasks/jobs/fixtures/task-worker.ts', import.meta.url);

describe.each(STORES)('a program that kills its worker, on %s', (storeName) => {
  const stage = useTaskStage(storeName);

  test('takes down four of them; the fifth puts it away, and goes on', async () => {
    const { id } = await stage.submit(sh('kill -9 $PPID; sleep 60'), { schedule: { maxAttempts: 10 } });
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
});
