import {
  countByStatus,
  createWorker,
  type Engine,
  isFinished,
  type JobDefinition,
  type JobRecord,
} from '../../../src/engine/index.js';
import type { Worker, WorkerOptions } from '../../../src/engine/index.js';
import { waitUntil } from '../../services/wait-until.js';
import type { Stage } from './stage.js';

/** Starts a worker that is stopped at the end of the test at the latest. */
export async function startWorker(
  stage: Stage,
  jobs: readonly JobDefinition[],
  options: Partial<WorkerOptions> & { engine?: Engine } = {},
): Promise<Worker> {
  const { engine = stage.engine, ...workerOptions } = options;
  const worker = createWorker(engine, { jobs, ...workerOptions });
  stage.onCleanup(() => worker.stop({ graceMs: 0 }));
  await worker.start();
  return worker;
}

/** Waits until the job has come to an end of any kind. */
export async function jobEnds(engine: Engine, id: string): Promise<JobRecord> {
  return jobIs(engine, id, (job) => isFinished(job.status));
}

export async function jobIs(engine: Engine, id: string, wanted: (job: JobRecord) => boolean): Promise<JobRecord> {
  let job: JobRecord | undefined;
  return waitUntil(
    async () => {
      job = await engine.job(id);
      return wanted(job) && job;
    },
    { for: `job ${id}`, intervalMs: 5, evidence: () => JSON.stringify(job, null, 2) },
  );
}

/** Waits until no job is pending or running. */
export async function allJobsEnd(engine: Engine, timeoutMs?: number): Promise<void> {
  const open = async (): Promise<number> => {
    const { pending = 0, running = 0 } = await countByStatus(engine.database);
    return pending + running;
  };
  await waitUntil(async () => (await open()) === 0, {
    ...{ for: 'all jobs to end', intervalMs: 20, ...(timeoutMs !== undefined && { timeoutMs }) },
    evidence: async () => `${await open()} jobs are not over`,
  });
}
