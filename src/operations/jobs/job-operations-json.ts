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
  /** With `retried`: the parsers that the jobs will use. */
  readonly parsers?: readonly { readonly parser: string; readonly version: string; readonly jobs: number }[];
}

export function triageJson({ matched, changed, parsers }: TriageReport, action: TriageRequest['action']): TriageJson {
  if (action === 'cancel') return { matched, cancelled: changed };
  return { matched, retried: changed, ...(parsers.length === 0 ? {} : { parsers }) };
}
