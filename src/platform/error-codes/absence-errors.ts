import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** The requested thing does not exist, or its status does not allow the request. */
export const ABSENCE_ERRORS = {
  JOB_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No job in this database has this id. Finished jobs are removed by pruning. Another home folder or database address is another database.',
    next: [hint('List the jobs with', { action: 'jobs' })],
  },
  ID_AMBIGUOUS: {
    exit: 3,
    retryable: false,
    explain: 'Commands accept the beginning of an id if only one id begins like that. Several do, so write more of it.',
  },
  JOB_STATE_CONFLICT: {
    exit: 3,
    retryable: false,
    explain:
      'The status of the job does not allow this. For example, a running job cannot be retried, and a finished one cannot be cancelled.',
  },
  TENANT_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No job in this database belongs to this tenant. A tenant exists from its first job on.',
  },
  EVENT_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'The tenant has no event with this id. Events are never deleted; another tenant or database has other events.',
    next: [hint('List the newest events with', { action: 'events.list' })],
  },
  SCHEDULE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No schedule has this name.',
    next: [hint('List the schedules with', { action: 'schedule.list' })],
  },
  SCHEDULE_EXISTS: {
    exit: 3,
    retryable: false,
    explain: 'A schedule with this name already exists.',
    next: [
      hint('Remove it first', { action: 'schedule.rm', arguments: ['NAME'] }),
      hint('Or replace it: add', { options: { replace: true } }),
    ],
  },
  MOVE_SOURCE_BUSY: {
    exit: 3,
    retryable: false,
    explain:
      'A worker holds leases in the source database. Its jobs would end up in both databases. Stop the workers, then run the same command again.',
  },
  MOVE_TARGET_BUSY: {
    exit: 3,
    retryable: false,
    explain:
      'Workers are running on the target database. They would start jobs before all of them are copied and verified. Stop them, run the same command again, and start them afterwards.',
  },
  MOVE_TARGET_NOT_EMPTY: {
    exit: 3,
    retryable: false,
    explain:
      'The target database holds jobs that do not come from this source, or jobs of this source that have run since they were copied. A move never merges two histories. Use an empty database.',
  },
  MOVE_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      'After copying, the counts or hashes of the two databases differ. The source is unchanged and stays in use. Run the same command again to repair the copy.',
  },
  DATABASE_DAMAGED: {
    exit: 1,
    retryable: false,
    explain:
      'The database check found rows that a healthy database does not have. Its output lists each finding. Restore a backup, or report the problem.',
    next: [hint('Check again with', { action: 'db.check' })],
  },
} as const satisfies Record<string, ErrorCodeEntry>;
