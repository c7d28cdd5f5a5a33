import type { ErrorCodeEntry } from './error-code-entry.js';

/** Registered parsers, their environments, files and rows. */
export const PIPELINE_ERRORS = {
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
} as const satisfies Record<string, ErrorCodeEntry>;
