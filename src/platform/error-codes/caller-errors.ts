import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** The request is invalid as given. */
export const CALLER_ERRORS = {
  USAGE: {
    exit: 2,
    retryable: false,
    explain: 'The command line is invalid.',
    next: [hint('See what a command accepts', { options: { help: true } })],
  },
  CONFIG_INVALID: {
    exit: 2,
    retryable: false,
    explain: 'A setting has an invalid value.',
    next: [
      hint('Print every setting, its value and its source (flag, environment, casparian.toml or default)', {
        action: 'config.show',
      }),
    ],
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
      'This job type is unknown: it is not built in, no given module defines it, and no worker has announced it. Nothing was written. Start a worker that serves the type, or name the module that defines it.',
    next: [
      hint('Name its module', { options: { jobs: 'FILE' } }),
      hint('If its worker starts later, add', { options: { allow_unknown_type: true } }),
    ],
  },
  UNKNOWN_ERROR_CODE: {
    exit: 3,
    retryable: false,
    explain: 'The code is not in the table of error codes.',
    next: [hint('List them all', { action: 'explain' })],
  },
  PAYLOAD_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The payload does not satisfy the schema of the job type. At enqueue, nothing is written. At run time, the job fails for good: the same payload would fail every time.',
  },
  PAYLOAD_NOT_JSON: {
    exit: 2,
    retryable: false,
    explain:
      'The payload cannot be stored as JSON: it is not valid JSON text, it contains a value that JSON does not have (undefined, a function, a cycle), or it is nested too deeply.',
  },
  PAYLOAD_TOO_LARGE: {
    exit: 2,
    retryable: false,
    explain:
      'The payload of a job is larger than the limit (max_payload_bytes or CASPARIAN_MAX_PAYLOAD_BYTES; 1 MiB by default): store the data elsewhere and put its address into the payload. Or the payload of a battery passport is larger than 131,072 bytes: compute fewer or shorter fields.',
  },
  RESULT_TOO_LARGE: {
    exit: 1,
    retryable: false,
    explain:
      'A handler returned a result that is larger than the payload limit. The attempt fails for good: the same handler would return it again. Store the data elsewhere and return its address.',
  },
  OPTION_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'An option has a value outside its range, such as a priority other than 0 to 3 or a time that cannot be parsed.',
  },
  CRON_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The cron expression or the time zone cannot be parsed. A pattern has five fields (minute hour day month weekday), or six with seconds first. Zones are IANA names such as Europe/Berlin.',
  },
  SIGNING_KEY_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The signing key is not an Ed25519 key in a known form: PEM, or base64 of a 32-byte seed, of 64 bytes (seed and public key), of PKCS#8 DER, or of PEM. Create one with `openssl genpkey -algorithm ed25519`.',
  },
  TRANSACTION_OPEN: {
    exit: 2,
    retryable: false,
    explain:
      'Code inside a transaction asked the same SQLite database for another write or transaction. SQLite has one writer, so the two would wait for each other. Use the transaction that was passed in.',
  },
  TRANSACTION_FOREIGN: {
    exit: 2,
    retryable: false,
    explain:
      'The SQLite connection that was passed as a transaction belongs to another library, such as better-sqlite3. The locks of a file belong to the process, so two libraries in one process do not see each other and overwrite commits. Open the connection with connectSqlite() of casparian/engine, or with node:sqlite from Node 22.16 on.',
  },
  JOBS_MODULE_INVALID: {
    exit: 2,
    retryable: false,
    explain: 'A module of job definitions could not be imported, or it exports no job that was made with defineJob().',
  },
  SCHEMA_NEWER: {
    exit: 2,
    retryable: false,
    explain:
      'A newer version of casparian has migrated this database. An older program must not write to a schema it does not know. Upgrade this installation.',
  },
  SCHEMA_OUTDATED: {
    exit: 2,
    retryable: false,
    explain:
      'The PostgreSQL schema is older than this program, or was never created. SQLite databases are migrated when they are opened.',
    next: [hint('Migrate it once', { action: 'db.migrate' })],
  },
} as const satisfies Record<string, ErrorCodeEntry>;
