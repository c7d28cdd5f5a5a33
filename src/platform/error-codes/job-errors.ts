import type { ErrorCodeEntry } from './error-code-entry.js';

/** Errors of a running job. */
export const JOB_ERRORS = {
  HANDLER_ERROR: {
    exit: 1,
    retryable: true,
    explain:
      'The handler threw an error without a code. Unknown errors are retried, because most are temporary. Throw PermanentError to fail at once.',
  },
  PERMANENT_ERROR: {
    exit: 1,
    retryable: false,
    explain: 'The handler threw PermanentError: another attempt would end the same way, so the job failed at once.',
  },
  JOB_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain:
      'The attempt ran longer than the timeoutMs of the job type. Its signal was aborted, and the attempt counts as failed.',
  },
  JOB_CANCELLED: {
    exit: 1,
    retryable: false,
    explain: 'The job was cancelled. Its signal was aborted, and it ended as cancelled.',
  },
  LEASE_LOST: {
    exit: 1,
    retryable: true,
    explain:
      'The worker no longer holds the job: its lease expired, and another worker claimed the job with a higher fence. The result of this worker was dropped.',
  },
  WORKER_CRASHED: {
    exit: 1,
    retryable: true,
    explain:
      'The worker that ran the job stopped renewing its lease: it was killed, ran out of memory, or could not reach the database for longer than the lease. The worker held no other job, so this one is charged one attempt and one crash.',
  },
  POISON_JOB: {
    exit: 1,
    retryable: false,
    explain:
      'The job crashed its worker more often than its crash budget (3) allows. It is a dead letter, with one error entry for each crash.',
  },
  VALIDATION_ERROR: {
    exit: 1,
    retryable: false,
    explain: 'The input was read and is invalid. The same input would be invalid again.',
  },
  INPUT_MISSING: {
    exit: 1,
    retryable: false,
    explain: 'A file or record that the job needs does not exist.',
  },
  NOT_PERMITTED: {
    exit: 1,
    retryable: false,
    explain: 'The operating system or a service denied access. Another attempt fails too until the permission changes.',
  },
  HTTP_CLIENT_ERROR: {
    exit: 1,
    retryable: false,
    explain: 'A service responded with 4xx: the request itself is wrong.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
