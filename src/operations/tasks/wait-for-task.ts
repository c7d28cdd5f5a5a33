import { createWorker, type Engine, type JobRecord } from '../../engine/index.js';
import type { Logger } from '../../platform/index.js';
import type { TaskRuntime } from '../../tasks/index.js';
import { type LocalWorkerOptions, type OwnWorker, startOwnWorker } from '../jobs/own-worker.js';
import { type LoggedLine, newLinesOf } from '../jobs/read-job-log.js';
import { waitForJobs, type WaitOptions } from '../wait/wait-for-jobs.js';

export interface TaskWaitOptions extends Pick<WaitOptions, 'signal' | 'onWorker' | 'onState'> {
  readonly worker: LocalWorkerOptions;
  /** Opens what tasks need. Called only when no other worker serves the task. */
  readonly openRuntime: () => Promise<TaskRuntime>;
  readonly logger: Logger;
  /** What the program prints, while it runs. `logs` is the folder with the output of programs. */
  readonly output?: { readonly logs: string; readonly onLine: (line: LoggedLine) => void } | undefined;
}

/**
 * Waits for the end of a task, and runs it in this process when no worker does. Returns its job, which is finished unless
 * the signal came first.
 */
export async function waitForTask(engine: Engine, id: string, options: TaskWaitOptions): Promise<JobRecord> {
  const { signal, onWorker, onState, worker, output } = options;
  const newLines = output && newLinesOf(engine, { id }, output);
  const onLook = async (): Promise<void> => (await newLines?.())?.forEach((line) => output?.onLine(line));
  const [job] = await waitForJobs(engine, [id], {
    ...{ signal, onWorker, onState, onLook },
    checkServiceEveryMs: 2 * worker.pollEveryMs,
    startWorker: (waiting, onEnd) => startTaskWorker(engine, waiting, options, onEnd),
  });
  return job as JobRecord;
}

/** Starts a worker in this process that claims this one task. */
async function startTaskWorker(
  engine: Engine,
  { id, queue, tenant }: JobRecord,
  { worker, openRuntime, logger }: TaskWaitOptions,
  onEnd: () => void,
): Promise<OwnWorker> {
  // Imported here: a process that only waits does not need it.
  const { taskJobs } = await import('../../tasks/index.js');
  const runtime = await openRuntime();
  const own = createWorker(engine, {
    ...worker,
    // Other workers of this process, and others that wait, need different names.
    id: `${worker.id}-for-${id.slice(-6)}`,
    jobs: taskJobs(runtime),
    concurrency: 1,
    only: { job: id },
    queues: [queue],
    tenants: [tenant],
    logger,
    observer: { ended: onEnd },
  });
  return startOwnWorker(own, runtime);
}
