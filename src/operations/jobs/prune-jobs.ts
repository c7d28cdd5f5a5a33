import { type Engine, isFinished, type JobStatus, parseStatus, pruneJobs, removeLogs } from '../../engine/index.js';
import { CasparianError, hint } from '../../platform/index.js';

export interface PruneJobsOptions {
  readonly olderThanMs: number;
  /** Names of finished statuses; absent means all of them. */
  readonly statuses?: readonly string[] | undefined;
  readonly tenant?: string | undefined;
  readonly dryRun: boolean;
  /** The folder with the logs of jobs, which are deleted with them. */
  readonly logs: string;
}

export interface PrunedJobs {
  readonly matched: number;
  readonly deleted: number;
  readonly dryRun: boolean;
}

/** Deletes finished jobs and their logs. */
export async function pruneFinishedJobs(engine: Engine, options: PruneJobsOptions): Promise<PrunedJobs> {
  const { olderThanMs, tenant, dryRun, logs } = options;
  const statuses = options.statuses?.map(finishedStatus);
  // Fails for an unknown tenant: a misspelt name would look like a tenant without old jobs.
  if (tenant !== undefined) await engine.jobs({ tenant, limit: 1 });
  const onDeleted = (ids: readonly string[]): Promise<void> => removeLogs(logs, ids);
  const matched = await pruneJobs(engine.database, { olderThanMs, statuses, tenant, dryRun, onDeleted });
  return { matched, deleted: dryRun ? 0 : matched, dryRun };
}

function finishedStatus(text: string): JobStatus {
  const status = parseStatus(text);
  if (isFinished(status)) return status;
  throw new CasparianError('OPTION_INVALID', `Jobs that are ${status} cannot be pruned`, {
    why: 'Only finished jobs are deleted. The others still have work to do.',
    next: [hint('To stop one instead', { action: 'job.cancel', arguments: ['ID'] })],
  });
}
