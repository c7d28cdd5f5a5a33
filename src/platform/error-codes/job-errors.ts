import type { ErrorCodeEntry } from './error-code-entry.js';

/** What happens to a running job. */
export const JOB_ERRORS = {
  HANDLER_ERROR: {
    exit: 1,
    retryable: true,
    explain:
      'The handler threw an error that says nothing about itself. Unknown errors are retried, because most are passing; throw PermanentError to stop at once.',
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
      "The attempt ran longer than the job type's timeoutMs. Its signal was aborted; the attempt counts as failed.",
  },
  JOB_CANCELLED: {
    exit: 1,
    retryable: false,
    explain: 'Somebody cancelled the job. Its signal was aborted and the job ended as cancelled.',
  },
  LEASE_LOST: {
    exit: 1,
    retryable: true,
    explain:
      "The worker no longer holds the job: its lease expired and another worker took the job, with a higher fence. This worker's result was dropped.",
  },
  WORKER_CRASHED: {
    exit: 1,
    retryable: true,
    explain:
      'The worker that ran the job stopped renewing its lease: it was killed, ran out of memory, or lost the database for longer than the lease. The job is charged one attempt and one crash.',
  },
  POISON_JOB: {
    exit: 1,
    retryable: false,
    explain:
      'The job took its worker down more often than its crash budget allows (3). It is in the dead letter with one entry of evidence for each crash.',
  },
  VALIDATION_ERROR: {
    exit: 1,
    retryable: false,
    explain: 'Input was read and found wrong. The same input would be wrong again.',
  },
  INPUT_MISSING: { exit: 1, retryable: false, explain: 'A file or record the job needs does not exist.' },
  NOT_PERMITTED: {
    exit: 1,
    retryable: false,
    explain:
      'The operating system or a service refused access. Another attempt changes nothing until the permission does.',
  },
  HTTP_CLIENT_ERROR: { exit: 1, retryable: false, explain: 'A service answered 4xx: the request itself is wrong.' },
} as const satisfies Record<string, ErrorCodeEntry>;
