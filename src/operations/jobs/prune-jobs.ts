import {
  type Alongside,
  type Engine,
  isFinished,
  type JobStatus,
  parseStatus,
  pruneJobs,
  removeLogs,
} from '../../engine/index.js';
import { type NewEvent, recordEvents } from '../../events/index.js';
import { CasparianError, hint } from '../../platform/index.js';
import { type Actor, byTenant } from './change-by-hand.js';

export interface PruneJobsOptions {
  readonly olderThanMs: number;
  /** Names of finished statuses; absent means all of them. */
  readonly statuses?: readonly string[] | undefined;
  readonly tenant?: string | undefined;
  readonly dryRun: boolean;
  readonly actor: Actor;
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
  const { olderThanMs, tenant, dryRun, actor, logs } = options;
  const statuses = options.statuses?.map(finishedStatus);
  // Fails for an unknown tenant: a misspelt name would look like a tenant without old jobs.
  if (tenant !== undefined) await engine.jobs({ tenant, limit: 1 });
  const onDeleted = (ids: readonly string[]): Promise<void> => removeLogs(logs, ids);
  const alongside = recordPruned(actor, { older_than_ms: olderThanMs, statuses: statuses ?? null });
  const matched = await pruneJobs(engine.database, { olderThanMs, statuses, tenant, dryRun, alongside, onDeleted });
  return { matched, deleted: dryRun ? 0 : matched, dryRun };
}

/** One event for each tenant and batch: an event for each job would keep more than was deleted. */
function recordPruned(actor: Actor, conditions: NewEvent['payload']): Alongside {
  return async (tx, jobs) => {
    for (const [tenant, own] of byTenant(jobs)) {
      const about = { aggregateType: 'tenant', aggregateId: tenant };
      const payload = { ...conditions, deleted: own.length };
      await recordEvents(tx, tenant, [{ ...about, eventType: 'jobs.pruned', actor, payload }]);
    }
  };
}

function finishedStatus(text: string): JobStatus {
  const status = parseStatus(text);
  if (isFinished(status)) return status;
  throw new CasparianError('OPTION_INVALID', `Jobs that are ${status} cannot be pruned`, {
    why: 'Only finished jobs are deleted. The others still have work to do.',
    next: [hint('To stop one instead', { action: 'job.cancel', arguments: ['ID'] })],
  });
}
