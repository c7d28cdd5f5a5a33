import { isFinished, type JobStatus } from '../../engine/index.js';
import { isoTime } from '../../platform/index.js';
import type { BulkProgress } from './bulk-progress.js';
import type { BulkRequest } from './bulk-request.js';
import { skippedBy } from './bulk-state.js';

/** For scripts and the API: add members, never rename or remove them. */
export interface BulkJson {
  readonly id: string;
  readonly status: JobStatus;
  readonly target: BulkRequest['target'];
  readonly action: BulkRequest['action'];
  readonly filter: object;
  readonly actor: string | null;
  readonly asked_at: string | null;
  readonly finished_at: string | null;
  readonly expected_count: number;
  readonly changed: number;
  readonly skipped: number;
  /** Why it failed. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

export function bulkJson({ job, state }: BulkProgress): BulkJson {
  const { request, expected, actor, changed } = state;
  const last = job.errors.at(-1);
  return {
    ...{ id: job.id, status: job.status, target: request.target, action: request.action, filter: request.filter },
    ...{ actor, asked_at: isoTime(state.asked_at), finished_at: isoTime(job.finishedAt) },
    ...{ expected_count: expected, changed, skipped: skippedBy(state) },
    error: last && isFinished(job.status) && job.result === null ? { code: last.code, message: last.message } : null,
  };
}
