import { hint } from '../hint.js';
import type { ErrorCodeEntry } from './error-code-entry.js';

/** Errors of queries and exports. */
export const QUERY_ERRORS = {
  DATASET_NOT_FOUND: {
    exit: 3,
    retryable: false,
    explain:
      'No dataset has this name, or several parsers write one with this name. The name of a dataset is the name of its output, or parser.output.',
    next: [hint('List the datasets with', { action: 'datasets' })],
  },
  QUERY_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'DuckDB could not run the statement: the SQL has a mistake, a column does not exist, or a value cannot be cast.',
    next: [hint('Show the columns of a dataset with', { action: 'query', arguments: ['describe DATASET'] })],
  },
  QUERY_REFUSED: {
    exit: 2,
    retryable: false,
    explain:
      'A query can only read datasets. Statements that write, attach or install are refused, and so are files that do not belong to a dataset.',
    next: [hint('On your own machine, let a query read other files: add', { options: { allow_files: true } })],
  },
  OUTPUT_DAMAGED: {
    exit: 1,
    retryable: false,
    explain:
      'A file of a dataset is missing, or its content has changed. Restore it from a backup. Or register the next version of the parser and process all files again.',
    next: [
      hint('List the damaged files and the jobs that wrote them with', { action: 'verify' }),
      hint('Process all files again with', { action: 'backfill', arguments: ['PARSER'], options: { execute: true } }),
    ],
  },
  DELTA_CONFLICT: {
    exit: 3,
    retryable: false,
    explain:
      'Another program has changed the Delta table of a dataset in a way that publishing would undo: it removed or rewrote files, or changed columns, properties or the protocol. Or its log is incomplete. Rows that were only appended are no conflict. Nothing was published.',
    next: [
      hint('Make the table hold the rows of the dataset again, and nothing else', {
        ...{ action: 'datasets.publish', arguments: ['DATASET'], options: { delta: true, overwrite: true } },
      }),
    ],
  },
  DELTA_BUSY: {
    exit: 75,
    retryable: true,
    explain:
      'Other programs committed to the Delta table again and again, so this commit found no free version. Nothing was published.',
  },
  LOAD_TABLE_MISMATCH: {
    exit: 3,
    retryable: false,
    explain:
      'The table cannot hold the rows of the dataset: a column is missing or has another type, or the table holds the rows of another dataset. Nothing was loaded. Load into another table, or change this one.',
  },
  LOAD_TARGET_UNAVAILABLE: {
    exit: 75,
    retryable: true,
    explain:
      'The database that rows are loaded into could not be reached, closed the connection or was busy. Nothing was loaded. A load can be repeated: it copies what is missing.',
  },
  LOAD_FAILED: {
    exit: 1,
    retryable: false,
    explain:
      'The database that rows are loaded into refused a statement or a value. The message comes from that database. Nothing was loaded.',
  },
  FOLDER_NOT_EMPTY: {
    exit: 3,
    retryable: false,
    explain: 'The folder that was to be created already contains files. Nothing was written.',
  },
  FILE_EXISTS: {
    exit: 3,
    retryable: false,
    explain: 'A file with this name already exists. Nothing was written.',
    next: [hint('To replace it, add', { options: { force: true } })],
  },
} as const satisfies Record<string, ErrorCodeEntry>;
