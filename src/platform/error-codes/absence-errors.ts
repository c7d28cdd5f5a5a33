import type { ErrorCodeEntry } from './error-code-entry.js';

/** What was asked for is not there, or is in another state. */
export const ABSENCE_ERRORS = {
  JOB_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No job has this id in this database. Finished jobs disappear when they are pruned; another --home or --db is another database.',
  },
  JOB_STATE_CONFLICT: {
    exit: 3,
    retryable: false,
    explain:
      'The job is in a state in which this cannot be done, for example retrying a job that is running or cancelling one that has finished.',
  },
  TENANT_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No job in this database belongs to this tenant. Tenants come into being with their first job.',
  },
  SCHEDULE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No schedule has this name. `casparian schedule list` shows those that exist.',
  },
  SCHEDULE_EXISTS: {
    exit: 3,
    retryable: false,
    explain: 'A schedule with this name exists already. Remove it first, or pass --replace.',
  },
  MOVE_SOURCE_BUSY: {
    exit: 3,
    retryable: false,
    explain:
      'A worker holds leases on the source database. Moving would leave its jobs in two places: stop the workers, then run the same command again.',
  },
  MOVE_TARGET_BUSY: {
    exit: 3,
    retryable: false,
    explain:
      'Workers live on the target database. They would begin the first jobs before the rest is copied and the copy proven: stop them, run the same command again, and start them after it.',
  },
  MOVE_TARGET_NOT_EMPTY: {
    exit: 3,
    retryable: false,
    explain:
      'The target database holds jobs that do not come from this source, or jobs of this source that have run since they were copied. `db move` never merges two histories: give it an empty database.',
  },
  MOVE_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      'After copying, the counts or hashes of the two databases differ. The source is untouched and stays in charge; run the same command again to repair the copy.',
  },
  DATABASE_DAMAGED: {
    exit: 1,
    retryable: false,
    explain:
      '`casparian db check` found something a healthy database does not have. Its output names each finding; restore from a backup or report it.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
