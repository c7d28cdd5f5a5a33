import { CasparianError, errorMessage, hint } from '../../platform/index.js';
import { localFolder, type OutputsFolder } from '../catalog/placed-outputs.js';
import { unknownDataset } from '../catalog/find-dataset.js';

export interface FailureFacts {
  /** The names that a statement can use. */
  readonly known: readonly string[];
  readonly allowFiles: boolean;
  readonly folder: OutputsFolder;
}

/** Every message of DuckDB begins with the kind of error. Any other message is a bug and is not translated. */
const FROM_DUCKDB = /^[A-Z][A-Za-z ]+ Error: |^INTERRUPT/;

/** DuckDB cuts the statement for its message. In the middle of a character, its driver fails to read the message, and says only this. */
const MESSAGE_LOST = 'Error in native callback';

/** Converts an error of DuckDB to one with our codes and texts. */
export function queryFailure(error: unknown, { known, allowFiles, folder }: FailureFacts): unknown {
  const message = errorMessage(error).replace(/^Failed to extract statements: /, '');
  if (message === MESSAGE_LOST) return statementUnreadable(error);
  if (error instanceof CasparianError || !FROM_DUCKDB.test(message)) return error;
  if (message.startsWith('INTERRUPT'))
    return new CasparianError('INTERRUPTED', 'The query was interrupted', { cause: error });
  const table = /(?:Table|View) with name "?(.+?)"? does not exist/.exec(message)?.[1];
  if (table !== undefined && !isPath(table, allowFiles)) return unknownDataset(table, known);
  if (isDamage(message, folder)) return outputDamaged(message.split('\n')[0] ?? message, error);
  if (table !== undefined) return filesRefused(`'${table}' is not a dataset, and queries cannot read files.`, error);
  if (!allowFiles && message.startsWith('Permission Error'))
    return filesRefused(message.split('\n')[0] ?? message, error);
  const [what = '', ...rest] = message.split('\n');
  return new CasparianError('QUERY_FAILED', what, {
    ...(rest.length === 0 ? {} : { why: indented(rest) }),
    next: [hint('See the columns of a dataset', { action: 'query', arguments: ['describe DATASET'] })],
    cause: error,
  });
}

function statementUnreadable(cause: unknown): CasparianError {
  return new CasparianError('QUERY_FAILED', 'DuckDB cannot read the statement', {
    why: 'It has a mistake near characters that are not ASCII.',
    cause,
  });
}

/** DuckDB treats `from '/etc/passwd'` as a table name while it may not read files. */
function isPath(table: string, allowFiles: boolean): boolean {
  return !allowFiles && /[/\\]|\.(csv|parquet|json|jsonl|ndjson)$/i.test(table);
}

/** Our own files exist and are readable, unless they were damaged. */
function isDamage(message: string, folder: OutputsFolder): boolean {
  if (/^HTTP Error: .*\b404\b/s.test(message)) return true;
  return message.includes(localFolder(folder)) && /^(IO|Invalid Input|Invalid|Serialization) Error/.test(message);
}

export function outputDamaged(why: string, cause?: unknown): CasparianError {
  return new CasparianError('OUTPUT_DAMAGED', 'A file of this dataset is missing or has changed', {
    why,
    next: [
      hint('List the damaged files', { action: 'verify' }),
      hint("Restore them from a backup, or register the parser's next version and read the files again", {
        ...{ action: 'backfill', arguments: ['PARSER'] },
      }),
    ],
    cause,
  });
}

/** Indents the position in the statement, so that its marker stays below its line after `Why:`. */
function indented(lines: readonly string[]): string {
  const said = lines.filter((line) => line.trim() !== '');
  return said.map((line, index) => (index === 0 ? line : `        ${line}`)).join('\n');
}

function filesRefused(why: string, cause: unknown): CasparianError {
  return new CasparianError('QUERY_REFUSED', 'The query reads something that is not a dataset', {
    why,
    next: [hint('On your own machine, let it read files', { action: 'query', options: { allow_files: true } })],
    cause,
  });
}
