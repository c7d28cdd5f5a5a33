import type { ErrorCodeEntry } from './error-code-entry.js';

/** What the caller said cannot be done as it stands. */
export const CALLER_ERRORS = {
  USAGE: {
    exit: 2,
    retryable: false,
    explain: 'The command line was not understood. `casparian COMMAND --help` lists what each command takes.',
  },
  CONFIG_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'A setting has a value it cannot have. `casparian config show` prints every setting, its value and where the value came from (flag, environment, casparian.toml or default).',
  },
  DATABASE_URL_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The database URL is neither a PostgreSQL URL (postgres://user:password@host:5432/name) nor a SQLite one (sqlite:/path/to/file.db, or a plain path that ends in .db, .sqlite or .sqlite3).',
  },
  UNKNOWN_JOB_TYPE: {
    exit: 2,
    retryable: false,
    explain:
      'No definition of this job type is known here: it is not built in, not in a module given with --jobs, and no worker has announced it. Nothing was written. Start a worker that serves the type, name its module with --jobs FILE, or pass --allow-unknown-type when the worker will come later.',
  },
  UNKNOWN_ERROR_CODE: {
    exit: 3,
    retryable: false,
    explain:
      '`casparian explain` was asked about a code that is not in the table. `casparian explain` without a code lists them all.',
  },
  PAYLOAD_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      "The payload does not satisfy the job type's schema. At enqueue nothing is written; at run the job fails for good, because the same payload would fail every time.",
  },
  PAYLOAD_NOT_JSON: {
    exit: 2,
    retryable: false,
    explain:
      'The payload cannot be kept as JSON: it is not valid JSON text, or it holds something JSON has no form for (undefined, a function, a cycle), or it is nested too deeply.',
  },
  PAYLOAD_TOO_LARGE: {
    exit: 2,
    retryable: false,
    explain:
      'The payload is larger than the limit (1 MiB unless configured with max_payload_bytes / CASPARIAN_MAX_PAYLOAD_BYTES). Store the data elsewhere and put its address into the payload.',
  },
  RESULT_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'A handler returned a result larger than the payload limit. The attempt fails for good: the same handler would return it again. Store the data elsewhere and return its address.',
  },
  OPTION_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'An option has a value outside its range, such as a priority other than 0 to 3 or a time that cannot be read.',
  },
  CRON_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The cron expression or the time zone cannot be read. Five fields (minute hour day month weekday) or six with seconds first; zones are IANA names such as Europe/Berlin.',
  },
  TRANSACTION_OPEN: {
    exit: 2,
    retryable: false,
    explain:
      'Code inside a transaction asked the same SQLite database for another write or transaction. SQLite has one writer, so the call would wait for the transaction around it, and that for the call. Use the transaction that was handed in.',
  },
  JOBS_MODULE_INVALID: {
    exit: 2,
    retryable: false,
    explain: 'A module given with --jobs could not be imported, or exports no job definition made with defineJob().',
  },
  SCHEMA_NEWER: {
    exit: 2,
    retryable: false,
    explain:
      'The database was migrated by a newer casparian than this one. An older program must not write to a schema it does not know: upgrade this installation.',
  },
  SCHEMA_OUTDATED: {
    exit: 2,
    retryable: false,
    explain:
      'The PostgreSQL schema is older than this program, or was never created. Run `casparian db migrate` once; SQLite databases migrate on open.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
