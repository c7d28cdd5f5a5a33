import { createWorker } from '../../engine/index.js';
import type { Logger } from '../../platform/index.js';
import { type LocalWorkerOptions, startOwnWorker } from '../jobs/own-worker.js';
import type { TenantScope } from '../tenant-scope.js';
import { waitForJobs } from '../wait/wait-for-jobs.js';
import { bulkJobs } from './bulk-job.js';
import { type BulkProgress, bulkProgress } from './bulk-progress.js';

export interface WaitForBulkOptions {
  readonly worker: LocalWorkerOptions;
  /** The folder with the logs of jobs. */
  readonly logs: string;
  readonly logger: Logger;
  /** Ends the wait. The operation stays in the queue. */
  readonly signal: AbortSignal;
}

const CHECK_SERVICE_EVERY_MS = 1_000;

/** Waits for a bulk operation, and runs it here if no other worker does. */
export async function waitForBulk(
  scope: TenantScope,
  id: string,
  { worker, logs, logger, signal }: WaitForBulkOptions,
): Promise<BulkProgress> {
  const { engine, tenant } = scope;
  await waitForJobs(engine, [id], {
    signal,
    checkServiceEveryMs: CHECK_SERVICE_EVERY_MS,
    startWorker: (_job, onEnd) => {
      const jobs = bulkJobs(engine, logs);
      const only = { id: `${worker.id}-for-${id.slice(-6)}`, jobs, only: { job: id }, tenants: [tenant] };
      const own = createWorker(engine, { ...worker, ...only, logger, observer: { ended: onEnd } });
      return startOwnWorker(own, { close: () => Promise.resolve() });
    },
  });
  return bulkProgress(scope, id);
}
