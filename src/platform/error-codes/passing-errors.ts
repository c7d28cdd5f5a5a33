import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Errors that may be temporary, and errors of the process itself. */
export const PASSING_ERRORS = {
  DATABASE_UNAVAILABLE: {
    exit: 75,
    retryable: true,
    explain: 'The database could not be reached or closed the connection. Workers keep trying. Accepted jobs are safe.',
  },
  DATABASE_BUSY: {
    exit: 75,
    retryable: true,
    explain:
      'Another transaction was in the way. In SQLite, a process held the write lock for longer than the whole waiting time: a very long write, or a file on a network disk. In PostgreSQL, a deadlock or lock conflict.',
  },
  DATABASE_ERROR: {
    exit: 1,
    retryable: true,
    explain: 'The database rejected a statement. The message comes from the database.',
  },
  BROKER_UNAVAILABLE: {
    exit: 75,
    retryable: true,
    explain: 'RabbitMQ could not be reached. Jobs still run by polling; the trigger only makes them start sooner.',
  },
  NETWORK_ERROR: {
    exit: 75,
    retryable: true,
    explain: 'A connection to another machine failed or timed out.',
  },
  HTTP_SERVER_ERROR: {
    exit: 75,
    retryable: true,
    explain: 'A service responded with 5xx.',
  },
  RATE_LIMITED: {
    exit: 75,
    retryable: true,
    explain:
      'A service responded with 429, or a limit of casparian was reached. A Retry-After that is longer than the retry delay is honoured.',
  },
  WORKER_STOPPING: {
    exit: 75,
    retryable: true,
    explain: 'The worker was asked to stop. Its unfinished jobs went back to the queue uncharged.',
  },
  PORT_UNAVAILABLE: {
    exit: 1,
    retryable: false,
    explain: 'The port for metrics and health is in use or not permitted.',
    next: [hint('Choose another port (0 picks a free one)', { options: { metrics_port: 'PORT' } })],
  },
  INTERRUPTED: {
    exit: 130,
    retryable: true,
    explain: 'The command was interrupted before it was done.',
  },
  INTERNAL: {
    exit: 1,
    retryable: true,
    explain: 'A bug in casparian. Please report it with the command, the version and the stack trace.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
