import type { PrunedJobs } from './prune-jobs.js';
import type { TriageReport, TriageRequest } from './triage.js';

export interface PrunedJobsJson {
  readonly matched: number;
  readonly deleted: number;
  readonly dry_run: boolean;
}

export function prunedJobsJson({ matched, deleted, dryRun }: PrunedJobs): PrunedJobsJson {
  return { matched, deleted, dry_run: dryRun };
}

/** Has either `retried` or `cancelled`. */
export interface TriageJson {
  readonly matched: number;
  readonly retried?: number;
  readonly cancelled?: number;
}

export function triageJson({ matched, changed }: TriageReport, action: TriageRequest['action']): TriageJson {
  return action === 'retry' ? { matched, retried: changed } : { matched, cancelled: changed };
}
