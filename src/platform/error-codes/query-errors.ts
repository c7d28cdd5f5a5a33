import type { ErrorCodeEntry } from './error-code-entry.js';

/** What a query asks for cannot be given. */
export const QUERY_ERRORS = {
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
      "DuckDB could not run the statement: a mistake in the SQL, a column that is not there, a value that cannot be cast. `casparian query 'describe DATASET'` shows the columns of a dataset.",
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
  FOLDER_NOT_EMPTY: {
    exit: 3,
    retryable: false,
    explain: 'There are files already where a new folder was to be made. Nothing was written.',
  },
  FILE_EXISTS: {
    exit: 3,
    retryable: false,
    explain: 'There is a file of this name already. Nothing was written. `--force` puts the new one in its place.',
  },
} as const satisfies Record<string, ErrorCodeEntry>;
