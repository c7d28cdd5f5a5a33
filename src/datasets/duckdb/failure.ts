import { CasparianError, errorMessage } from '../../platform/index.js';
import { unknownDataset } from '../catalog/find-dataset.js';

export interface FailureFacts {
  /** The names that a statement can use. */
  readonly known: readonly string[];
  readonly allowFiles: boolean;
}

/** What DuckDB says, in the words of this product. */
export function queryFailure(error: unknown, { known, allowFiles }: FailureFacts): CasparianError {
  if (error instanceof CasparianError) return error;
  const message = errorMessage(error).replace(/^Failed to extract statements: /, '');
  if (message.startsWith('INTERRUPT'))
    return new CasparianError('INTERRUPTED', 'The query was interrupted', { cause: error });
  const table = /(?:Table|View) with name "?(.+?)"? does not exist/.exec(message)?.[1];
  if (table !== undefined && !isPath(table, allowFiles)) return unknownDataset(table, known);
  if (isDamage(message)) return damaged(message, error);
  if (!allowFiles && (message.startsWith('Permission Error') || table !== undefined))
    return filesRefused(message, error);
  const [what = '', ...rest] = message.split('\n');
  return new CasparianError('QUERY_FAILED', what, {
    ...(rest.length === 0 ? {} : { why: rest.join('\n').trim() }),
    next: ["See the columns of a dataset: casparian query 'describe DATASET'"],
    cause: error,
  });
}

/** `from '/etc/passwd'` is a table's name to DuckDB while it may not read files. */
function isPath(table: string, allowFiles: boolean): boolean {
  return !allowFiles && /[/\\]|\.(csv|parquet|json|jsonl|ndjson)$/i.test(table);
}

function isDamage(message: string): boolean {
  return /No files found that match|No magic bytes|too small to be a Parquet|Invalid Input Error: File '.*' |IO Error: Cannot open file/.test(
    message,
  );
}

function damaged(message: string, cause: unknown): CasparianError {
  return new CasparianError('OUTPUT_DAMAGED', 'A file of this dataset is missing, or is not what was written', {
    why: message.split('\n')[0] ?? message,
    next: [
      'See which files are concerned: casparian verify',
      'Then process their sources anew: casparian backfill PARSER',
    ],
    cause,
  });
}

function filesRefused(message: string, cause: unknown): CasparianError {
  return new CasparianError('QUERY_REFUSED', 'The query reads something that is not a dataset', {
    why: message.split('\n')[0] ?? message,
    next: ['On your own machine, let it read files: casparian query --allow-files …'],
    cause,
  });
}
