import { tenantDatabase } from '../../database/index.js';
import { handleJob, type JobDefinition } from '../../engine/index.js';
import { COLLECT_JOB, PLAN_JOB, VALUE_JOB } from './job-types.js';
import type { CollectRuntime } from './runtime.js';

/** The job definitions of a worker. The handlers are loaded here, because only workers need them. */
export async function collectJobs(runtime: CollectRuntime): Promise<JobDefinition[]> {
  const { collectPrices } = await import('./collect-job.js');
  const { createValuer } = await import('./value-job.js');
  const { planCollections } = await import('./plan-collections.js');
  const { pruneCollected } = await import('./prune-points.js');
  return [
    handleJob(COLLECT_JOB, (payload, context) => collectPrices(runtime, payload, context)),
    handleJob(VALUE_JOB, createValuer(runtime)),
    handleJob(PLAN_JOB, async (_payload, { job }) => {
      const database = tenantDatabase(runtime.database, job.tenant);
      const planned = await planCollections(database, { onlyDue: true });
      const removed = await pruneCollected(database, runtime.retention ?? {}, runtime.debounceMs);
      return { ...planned, removed };
    }),
  ];
}
