import { tenantDatabase } from '../../database/index.js';
import { handleJobLazily, type JobDefinition } from '../../engine/index.js';
import { COLLECT_JOB, PLAN_JOB, VALUE_JOB } from './job-types.js';
import type { CollectRuntime } from './runtime.js';

/** The job definitions of a worker. */
export function collectJobs(runtime: CollectRuntime): JobDefinition[] {
  return [
    handleJobLazily(COLLECT_JOB, async () => {
      const { collectPrices } = await import('./collect-job.js');
      return (payload, context) => collectPrices(runtime, payload, context);
    }),
    handleJobLazily(VALUE_JOB, async () => (await import('./value-job.js')).createValuer(runtime)),
    handleJobLazily(PLAN_JOB, async () => {
      const { planCollections } = await import('./plan-collections.js');
      const { pruneCollected } = await import('./prune-points.js');
      return async (_payload, { job }) => {
        const database = tenantDatabase(runtime.database, job.tenant);
        const planned = await planCollections(database, { onlyDue: true });
        const removed = await pruneCollected(database, runtime.retention ?? {}, runtime.debounceMs);
        return { ...planned, removed };
      };
    }),
  ];
}
