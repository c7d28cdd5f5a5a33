/**
 * The one table of error codes. Everything that can go wrong has its line here: how a process exits with it, whether
 * an attempt that fails with it runs again, and the paragraph `casparian explain CODE` prints.
 * A test proves that docs/reference/errors.md lists the same codes.
 */
export interface ErrorCodeEntry {
  /** Exit code of a command that ends with this error: 1 failed, 2 usage, 3 not found or conflict, 75 try later. */
  readonly exit: 1 | 2 | 3 | 75 | 130;
  /** Whether a job attempt that fails with this code is worth another attempt. */
  readonly retryable: boolean;
  readonly explain: string;
}

export const ERROR_CODES = {
  // What the caller said cannot be done as it stands.
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

  // What was asked for is not there, or is in another state.
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

  // What happens to a running job.
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

  // What happens between a parser and its files.
  PARSER_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'The parser file does not exist, or is a folder without a parser.py in it.',
  },
  PARSER_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The file is no parser: it has neither a Parser class nor a parse() function nor a Handler class, cannot be compiled, or its name, version, outputs or topics cannot be what they are.',
  },
  CONTRACT_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The outputs a parser declares, or a contract file, cannot be understood. Types are string, int, float, decimal(p,s), bool, date, datetime, datetime(tz), time, json and binary; `!` behind a type makes the column required; the object form adds format, decimal, thousands, nulls, min, max, pattern, enum and unique.',
  },
  INTERPRETER_NOT_FOUND: {
    exit: 2,
    retryable: false,
    explain:
      'No Python was found to run the parser with. Looked at in this order: --python, $VIRTUAL_ENV, .venv beside the parser, python3 and python on the PATH.',
  },
  INPUT_NOT_FOUND: { exit: 3, retryable: false, explain: 'An input file does not exist, or a pattern matches none.' },
  INPUT_NOT_A_TABLE: {
    exit: 1,
    retryable: false,
    explain:
      'A file without a parser is read as a table, and this one is none that was recognised: it is empty, it is binary, or its lines have nothing in common. Say how to read it (--delimiter, --encoding, --format), or write a parser for it.',
  },
  INPUT_UNREADABLE: {
    exit: 1,
    retryable: false,
    explain:
      'An input exists but cannot be read: a missing permission, a folder where a file was expected, or a damaged disk.',
  },
  PARSER_EXCEPTION: {
    exit: 1,
    retryable: false,
    explain:
      "The parser raised an exception. The message shows the file, the line and the source line of the parser's own code.",
  },
  PARSER_MODULE_MISSING: {
    exit: 1,
    retryable: false,
    explain:
      'The parser imports a module that its environment does not have. The line `python:` says which environment that is.',
  },
  PARSER_BINARY_MISSING: {
    exit: 1,
    retryable: false,
    explain: 'The parser calls a program that is not installed on this machine.',
  },
  PARSER_RETURN_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'The parser gave something that is no table. It may return or yield DataFrames, Arrow tables, lists of dicts, or (output, batch) pairs of those.',
  },
  PARSER_EXITED: {
    exit: 1,
    retryable: false,
    explain: "The parser's process ended before it had said that it was done: it called exit, or something in it did.",
  },
  PARSER_KILLED: {
    exit: 1,
    retryable: true,
    explain:
      "A signal ended the parser's process. SIGKILL without a --memory limit of ours mostly means that the machine ran out of memory; SIGSEGV is a crash in native code.",
  },
  PARSER_OUT_OF_MEMORY: {
    exit: 1,
    retryable: true,
    explain:
      'The parser needed more memory than --memory allows. Raise the limit, or yield batches instead of returning everything at once.',
  },
  PARSER_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain: 'The parser ran longer than --timeout allows and was stopped with all its children.',
  },
  PARSER_NOT_CONNECTED: {
    exit: 1,
    retryable: true,
    explain: "The parser's process started but never opened the connection over which it sends its data.",
  },
  BRIDGE_PROTOCOL: {
    exit: 1,
    retryable: false,
    explain:
      "What came over the connection from the parser's process was not the bridge protocol: a malformed frame, a length out of bounds, or half a frame. The input was not completed. docs/reference/bridge-protocol.md describes the frames.",
  },
  COLUMNS_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      "The parser's data has other columns than its outputs declare. Missing and unexpected columns fail the run, because no row can be right without them.",
  },
  OUTPUT_UNDECLARED: {
    exit: 1,
    retryable: false,
    explain:
      'The parser gave rows for an output that its `outputs` does not declare, or rows without an output name although it declares several.',
  },
  QUARANTINE_LIMIT: {
    exit: 1,
    retryable: false,
    explain:
      'More rows broke the contract than are allowed: more than half of them (--quarantine-threshold), more than 10,000 (--max-quarantine-rows), or all. No output was written; the quarantine file shows the rows.',
  },
  OUTPUT_UNWRITABLE: {
    exit: 1,
    retryable: true,
    explain:
      'The output could not be written: the disk is full, the folder is read-only or missing, or a file is in the way. Nothing was left under the final name.',
  },
  FORMAT_UNKNOWN: { exit: 1, retryable: false, explain: 'The format of a file could not be told from its content.' },

  // Registered parsers, their environments, files and rows.
  PARSER_EXISTS: {
    exit: 3,
    retryable: false,
    explain:
      'Another parser is registered under this name and version, with other content. What was made with it must stay provable, so it is not replaced by accident: raise the version in the parser, or replace it on purpose with --force.',
  },
  PARSER_NOT_REGISTERED: {
    exit: 3,
    retryable: false,
    explain:
      'No parser of this name (and version) is registered in this database. `casparian parser list` shows those that are.',
  },
  PARSER_TEST_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The parser did not pass the checks that come before it is registered: it cannot be loaded in its own environment, or not on the worker that was asked. Nothing was registered.',
  },
  LOCKFILE_MISSING: {
    exit: 2,
    retryable: false,
    explain:
      'The parser uses packages, but nothing says which versions: uv.lock (Python) or package-lock.json (Node) is not beside it. Without one, the next machine would run other code. Run `uv lock`, or `npm install`, first.',
  },
  BUNDLE_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The archive is not a bundle as casparian writes it: a name leads out of it, an entry is a link or is there twice, it would unpack to more than it says, or its bytes do not give its hash. Nothing was unpacked.',
  },
  BUNDLE_TOO_LARGE: {
    exit: 2,
    retryable: false,
    explain:
      "The parser's folder holds more than a bundle may: 1,000 files, or 10 MiB of source and small data. Environments and data belong elsewhere; only source goes into a bundle.",
  },
  UV_NOT_FOUND: {
    exit: 2,
    retryable: false,
    explain:
      '`uv`, which builds the environments of parsers from their lockfiles, is not on the PATH. Install it (`pip install uv`), or name a Python that has the packages with --python.',
  },
  ENVIRONMENT_FAILED: {
    exit: 1,
    retryable: true,
    explain:
      'The environment of a parser could not be built from its lockfile. The message holds the command, its folder, its exit code and all it said.',
  },
  VENDOR_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The folder given with --vendor (or, to be filled, with --output) was not made by `casparian vendor`, was made for another lockfile or another platform, or was damaged on the way. Nothing was built from it.',
  },
  NO_WORKER: {
    exit: 75,
    retryable: true,
    explain: 'No worker is running that could do this. Start one with `casparian worker`, and try again.',
  },
  RULE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'There is no such rule. `casparian rule list` shows those there are.',
  },
  INPUT_CHANGED: {
    exit: 1,
    retryable: true,
    explain:
      'The file changed, was replaced or vanished while the parser read it, so its rows cannot be trusted. Nothing was written; the attempt is made again.',
  },
  PARSER_CPU_LIMIT: {
    exit: 1,
    retryable: false,
    explain: 'The parser computed for longer than parser_cpu_seconds allows and was stopped.',
  },
  WARM_PYTHON_ENDED: {
    exit: 1,
    retryable: true,
    explain:
      "The started Python from which a parser's process is forked ended. Nothing was written; the attempt is made again with a new one.",
  },
  QUARANTINE_EMPTY: {
    exit: 3,
    retryable: false,
    explain: 'There is no quarantined row here: none ever was, or all were recovered, discarded or superseded.',
  },
  REPLAY_IMPOSSIBLE: {
    exit: 3,
    retryable: false,
    explain:
      "The quarantined rows cannot be read again one by one: the file has another number of rows now, or later rows took the place of the job's. Scan the file, and it is processed anew as a whole.",
  },
  DAEMON_RUNNING: {
    exit: 3,
    retryable: false,
    explain: 'Another `casparian start` runs with this home. Two would watch the same folders; stop the other first.',
  },

  // What a query asks for cannot be given.
  DATASET_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No dataset has this name, or several parsers write one of this name. `casparian datasets` lists them; a dataset is called by the name of its output, or by parser.output.',
  },
  QUERY_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'DuckDB could not run the statement: a mistake in the SQL, a column that is not there, a value that cannot be cast. `casparian query \'describe DATASET\'` shows the columns of a dataset.',
  },
  QUERY_REFUSED: {
    exit: 2,
    retryable: false,
    explain:
      'A query reads datasets, and nothing else: statements that write, attach or install are refused, and so are files that are not of a dataset. On your own machine `--allow-files` lets a query read other files.',
  },
  OUTPUT_DAMAGED: {
    exit: 1,
    retryable: false,
    explain:
      'A file that is registered as part of a dataset is missing, or is not what was written. `casparian verify` lists such files with the jobs that wrote them. Restore them from a backup, or register the next version of the parser: `casparian backfill PARSER --execute` then has all rows made anew.',
  },
  FILE_EXISTS: {
    exit: 3,
    retryable: false,
    explain: 'There is a file of this name already. Nothing was written. `--force` puts the new one in its place.',
  },

  // What may pass by itself.
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
  // Tasks: programs run as jobs.
  TASK_SPEC_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'A run spec cannot be used: a field is missing, unknown or of the wrong kind. Nothing was submitted. docs/reference/run-spec.md lists every field.',
  },
  TASK_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No task has this id, and none has a spec hash that begins like this. `casparian task list` shows the tasks of this database.',
  },
  TASK_NOT_ALLOWED: {
    exit: 1,
    retryable: false,
    explain:
      'The worker that took the task runs only commands on its allow-list (--allow, task_allow), and this is none of them; or the task sets a variable or a folder through which another program could take the place of an allowed one. Allow it, or submit it to a queue whose workers do, then retry the job.',
  },
  TASK_NOT_STARTED: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task could not be started: it is not there, may not be run, its working directory is missing, or a variable it needs is not set where the worker runs.',
  },
  TASK_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The program of a task said that it failed, by its envelope or by an exit code other than 0. Exit code 75, an envelope that says retryable, and the codes of the retry policy are tried again; others fail for good.',
  },
  TASK_KILLED: {
    exit: 1,
    retryable: true,
    explain:
      'The program of a task was ended by a signal that was not ours: it crashed, or the system was short of memory, or somebody killed it.',
  },
  TASK_TIMEOUT: {
    exit: 1,
    retryable: true,
    explain: 'The program of a task ran longer than its timeout and was stopped with all its children.',
  },
  TASK_OUT_OF_MEMORY: {
    exit: 1,
    retryable: true,
    explain: 'The program of a task and its children held more memory than its limit allows and were killed.',
  },
  TASK_CPU_LIMIT: {
    exit: 1,
    retryable: false,
    explain: 'The program of a task and its children computed for longer than its CPU limit allows and were killed.',
  },
  TASK_ENVELOPE_INVALID: {
    exit: 1,
    retryable: false,
    explain:
      'What the program of a task reported is no envelope. An envelope is one line of JSON, {"ok": true, "result": …} or {"ok": false, "error": {"class": …, "message": …, "traceback": …, "retryable": …}}, as the last line of stdout or on the descriptor named by CASPARIAN_RESULT_FD.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_CODES, value);
}
