import { pruneFinishedJobs } from '../../../operations/index.js';
import { prunedJobsJson } from '../../../operations/jobs/job-operations-json.js';
import { pipelineHome } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export interface PruneOptions {
  olderThan: number;
  status?: string[];
  tenant?: string;
  dryRun?: boolean;
}

export async function run(invocation: Invocation<PruneOptions>): Promise<void> {
  const { options, output } = invocation;
  const { olderThan: olderThanMs, status: statuses, tenant, dryRun = false } = options;
  const pruned = await withEngine(invocation, (engine, { home, actor }) =>
    pruneFinishedJobs(engine, { olderThanMs, statuses, tenant, dryRun, actor, logs: pipelineHome(home).logs }),
  );
  if (output.asJson) return output.json(prunedJobsJson(pruned));
  const jobs = pruned.matched === 1 ? '1 job' : `${pruned.matched} jobs`;
  output.print(dryRun ? `${jobs} would be deleted.` : `${jobs} deleted.`);
}
