import type { ErrorCodeEntry } from './error-code-entry.js';

/** What may pass by itself. */
export const PASSING_ERRORS = {
  DATABASE_UNAVAILABLE: {
    exit: 75,
    retryable: true,
    explain:
      'The database could not be reached or closed the connection. Workers go on trying; jobs already accepted are safe.',
  },
  DATABASE_BUSY: {
    exit: 75,
    retryable: true,
    explain:
      'Another transaction was in the way: in SQLite, a process held the write lock for longer than the whole waiting time (something writes for very long, or the file is on a network disk); in PostgreSQL, a deadlock or lock conflict.',
  },
  DATABASE_ERROR: {
    exit: 1,
    retryable: true,
    explain: 'The database refused a statement. The message below is its own.',
  },
  BROKER_UNAVAILABLE: {
    exit: 75,
    retryable: true,
    explain: 'RabbitMQ could not be reached. Jobs still flow by polling; the trigger only makes them start sooner.',
  },
  NETWORK_ERROR: {
    exit: 75,
    retryable: true,
    explain: 'A connection failed or timed out on the way to another machine.',
  },
  HTTP_SERVER_ERROR: { exit: 75, retryable: true, explain: 'A service answered 5xx.' },
  RATE_LIMITED: {
    exit: 75,
    retryable: true,
    explain:
      'A service answered 429, or a limit of our own was reached. Its Retry-After is honoured when larger than the retry delay.',
  },
  WORKER_STOPPING: {
    exit: 75,
    retryable: true,
    explain: 'The worker was asked to stop. Its unfinished jobs went back to the queue uncharged.',
  },
  PORT_UNAVAILABLE: {
    exit: 1,
    retryable: false,
    explain:
      'The port for metrics and health is taken or not permitted. Choose another with --metrics-port (0 picks a free one).',
  },
  INTERRUPTED: { exit: 130, retryable: true, explain: 'The command was interrupted before it was done.' },
  INTERNAL: {
    exit: 1,
    retryable: true,
    explain: 'A bug in casparian. Please report it with the command, the version and the stack trace.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
