import type { Engine, JobRecord } from '../../engine/index.js';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { configuredWorker } from './worker.js';
import { type OwnWorker, startOwnWorker } from '../../operations/wait/own-worker.js';

/** Starts a worker in this process that comes for one task. */
export async function startWorkerFor(
  engine: Engine,
  settings: Settings,
  { id, queue, tenant }: JobRecord,
  { logger, onEnd }: { logger: Logger; onEnd: () => void },
): Promise<OwnWorker> {
  // Loaded here, since those who only wait need not.
  const { taskJob } = await import('../../tasks/index.js');
  const { openConfiguredTasks } = await import('./task-runtime.js');
  const runtime = openConfiguredTasks(settings);
  // Beside a worker of this very name, and beside others like this one.
  const named = { ...settings, worker_id: `${settings.worker_id}-for-${id.slice(-6)}` };
  const worker = configuredWorker(engine, named, {
    jobs: [taskJob(runtime)],
    concurrency: 1,
    only: { job: id },
    queues: [queue],
    tenants: [tenant],
    logger,
    observer: { ended: onEnd },
  });
  return startOwnWorker(worker, runtime);
}
