import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Registered parsers, their environments, files and rows. */
export const PIPELINE_ERRORS = {
  PARSER_EXISTS: {
    exit: 3,
    retryable: false,
    explain:
      'A parser with this name and version but other content is registered. Its results must stay reproducible, so it is not replaced by accident. Raise the version in the parser, or replace it on purpose.',
    next: [hint('To replace it, add', { options: { force: true } })],
  },
  PARSER_NOT_REGISTERED: {
    exit: 3,
    retryable: false,
    explain: 'No parser with this name (and version) is registered in this database.',
    next: [hint('List the registered parsers with', { action: 'parser.list' })],
  },
  PARSER_TEST_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The parser did not pass the checks before registration: it cannot be loaded in its own environment, or on the worker that was asked. Nothing was registered.',
  },
  LOCKFILE_MISSING: {
    exit: 2,
    retryable: false,
    explain:
      'The parser uses packages, but no lockfile fixes their versions: uv.lock (Python) or package-lock.json (Node) is not beside it. Without one, another machine would run other code. Run `uv lock` or `npm install` first.',
  },
  BUNDLE_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The archive is not a valid bundle: a name leads out of it, an entry is a link or a duplicate, it would unpack to more than it declares, or its bytes do not match its hash. Nothing was unpacked.',
  },
  BUNDLE_TOO_LARGE: {
    exit: 2,
    retryable: false,
    explain:
      'The folder of the parser is too large for a bundle: the limits are 1,000 files and 10 MiB of source and small data. Keep environments and data elsewhere; only source goes into a bundle.',
  },
  UV_NOT_FOUND: {
    exit: 2,
    retryable: false,
    explain:
      '`uv`, which builds the environments of parsers from their lockfiles, is not on the PATH. Install it with `pip install uv`, or use a Python that has the packages.',
    next: [hint('Name that Python', { options: { python: 'PATH' } })],
  },
  ENVIRONMENT_FAILED: {
    exit: 1,
    retryable: true,
    explain:
      'The environment of a parser could not be built from its lockfile. The message contains the command, its folder, its exit code and its output.',
  },
  VENDOR_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The vendor folder was not created by the vendor command, was made for another lockfile or platform, or is damaged. Nothing was built from it.',
    next: [hint('Create one with', { action: 'vendor', arguments: ['PARSER'], options: { output: 'FOLDER' } })],
  },
  NO_WORKER: {
    exit: 75,
    retryable: true,
    explain: 'No running worker can do this.',
    next: [hint('Start one, and try again', { action: 'worker' })],
  },
  RULE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'This rule does not exist.',
    next: [hint('List the rules with', { action: 'rule.list' })],
  },
  INPUT_CHANGED: {
    exit: 1,
    retryable: true,
    explain:
      'The file changed, was replaced or disappeared while the parser read it, so its rows cannot be trusted. Nothing was written, and the attempt is retried.',
  },
  PARSER_CPU_LIMIT: {
    exit: 1,
    retryable: false,
    explain: 'The parser used more CPU time than parser_cpu_seconds allows and was stopped.',
  },
  BUNDLE_CHANGED: {
    exit: 1,
    retryable: true,
    explain:
      'The unpacked files of a parser were changed while it ran, so its rows may come from other code than the registered one. Nothing was written, and the attempt is retried with the registered files.',
  },
  SANDBOX_UNAVAILABLE: {
    exit: 2,
    retryable: false,
    explain:
      'The setting sandbox = "require" demands a sandbox for parsers, and this machine does not offer all of its layers. Nothing was started.',
    next: [hint('See what is missing with', { action: 'doctor' })],
  },
  WARM_PYTHON_ENDED: {
    exit: 1,
    retryable: true,
    explain:
      'The running Python from which the process of a parser is forked has ended. Nothing was written, and the attempt is retried with a new one.',
  },
  HOME_MISMATCH: {
    exit: 1,
    retryable: false,
    explain:
      'The files of the home belong to another database: the database was replaced, emptied or cut off. Restore it from a backup, or use another home.',
  },
  QUARANTINE_EMPTY: {
    exit: 3,
    retryable: false,
    explain: 'No quarantined row matches: there never was one, or all were recovered, discarded or superseded.',
  },
  REPLAY_IMPOSSIBLE: {
    exit: 3,
    retryable: false,
    explain:
      'The quarantined rows cannot be replayed one by one: the file now has another number of rows, or later rows replaced those of the job. Scan the file to process it as a whole again.',
  },
  REPAIR_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No suggestion has this id. Suggestions are replaced when they are computed again, and a changed contract has other ones.',
    next: [hint('Compute them with', { action: 'quarantine.suggest' })],
  },
  REPAIR_OUTDATED: {
    exit: 3,
    retryable: false,
    explain: 'The contract of the dataset has changed since the suggestion was computed, so its numbers may be wrong.',
    next: [hint('Compute the suggestions again with', { action: 'quarantine.suggest' })],
  },
  REPAIR_IN_CODE: {
    exit: 3,
    retryable: false,
    explain:
      "The contract is part of a parser's code, which only its author can change. Change it there, register the next version, and replay the rows.",
  },
  QUARANTINE_ROW_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No quarantined row of this tenant has this id or number. Superseded rows are removed by pruning.',
  },
  QUARANTINE_ROW_SETTLED: {
    exit: 3,
    retryable: false,
    explain: 'The row is not quarantined any more: it was recovered, discarded or superseded, or its job failed.',
  },
  CORRECTION_INVALID: {
    exit: 2,
    retryable: false,
    explain:
      'The corrected row does not satisfy the current contract of its dataset, or the correction names a column that the contract does not have. Nothing was changed.',
  },
  FILE_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'No file of this tenant has this id. Files get an id when a scan records them.',
  },
  INSPECTION_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain: 'Files that were uploaded to be inspected are kept for an hour, and the newest 20 of a tenant.',
  },
  DATASET_EXISTS: {
    exit: 3,
    retryable: false,
    explain:
      'A dataset with this name has a contract already. Choose another name, or add the rows to the existing dataset.',
  },
  CORRECTIONS_UNREADABLE: {
    exit: 2,
    retryable: false,
    explain:
      'The file of corrections cannot be used: it is not CSV, has no column _cf_id, or has too many rows. Use a file that `quarantine export` has written.',
  },
  BULK_COUNT_DIFFERS: {
    exit: 3,
    retryable: false,
    explain:
      'The number of jobs or rows that match differs from the expected one: they changed since they were counted. Nothing was changed. Count again, and confirm the new number.',
  },
  DAEMON_RUNNING: {
    exit: 3,
    retryable: false,
    explain: 'Another daemon runs with this home folder. Two would watch the same folders. Stop the other one first.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
