import { describe, expect, test } from 'vitest';
import { createJobLogReader } from '../../../src/engine/index.js';
import { taskOf } from '../../../src/tasks/index.js';
import { startProgram } from '../../engine/staging/program.js';
import { STORES } from '../../engine/staging/stage.js';
import { jobEnds } from '../../engine/staging/workers.js';
import { isRunning } from '../../process/programs.js';
import { waitUntil } from '../../services/wait-until.js';
import { sh } from './staging/a-spec.js';
import { useTaskStage } from './staging/task-stage.js';

const WORKER = new URL('fixtures/task-worker.ts', import.meta.url);

describe.each(STORES)('a worker that is killed with its task on %s', (storeName) => {
  const stage = useTaskStage(storeName);

  test('leaves no program behind, and another worker runs the task under a higher fence', async () => {
    const victim = await startProgram(WORKER, [stage.url, stage.logs]);
    await victim.nextLine();
    const { id } = await stage.submit(sh('echo $$; test "$CASPARIAN_FENCE" -gt 1 || sleep 60'));
    const log = createJobLogReader(stage.logs, id);
    const [line] = await waitUntil(async () => nonEmpty(await log.readNew()), {
      ...{ for: 'the program to say its process id', intervalMs: 10 },
    });
    victim.kill('SIGKILL');
    await stage.startTaskWorker({ pollEveryMs: 50 });
    const task = taskOf(await jobEnds(stage.engine, id));
    expect(task).toMatchObject({ status: 'completed', attempts: 2, job: { attempts: 1, crashes: 1, fence: 2 } });
    expect(task.job.errors[0]).toMatchObject({ code: 'WORKER_CRASHED' });
    await waitUntil(() => !isRunning(Number(line!.message)), { for: 'the first program to be gone' });
  });
});

function nonEmpty<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined;
}
