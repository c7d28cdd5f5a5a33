import type { AttemptError, ClaimedJob, Ending } from '../../engine/index.js';

/** The payload of a job over a file. */
export interface FileJob {
  readonly parser: string;
  readonly path: string;
}

/** The result of a job over a file. */
export interface ParseFacts {
  readonly rowsValid: number;
  readonly rowsQuarantined: number;
  /** An earlier job wrote the same rows: nothing was left to do. */
  readonly alreadyProcessed: boolean;
  /** Whether the file is not a table and was skipped. */
  readonly isSkipped: boolean;
}

export function fileJobOf({ payload }: Pick<ClaimedJob, 'payload'>): FileJob {
  const { parser, path } = JSON.parse(payload) as Partial<FileJob>;
  return { parser: String(parser), path: String(path) };
}

export function factsOf({ result }: Pick<Ending, 'result'>): ParseFacts {
  const facts = (result == null ? {} : JSON.parse(result)) as Record<string, unknown>;
  return {
    // A replay reports the rows that it read again: those that are valid now, and those that are not.
    rowsValid: Number(facts['rows_valid'] ?? facts['recovered'] ?? 0),
    rowsQuarantined: Number(facts['rows_quarantined'] ?? facts['still_quarantined'] ?? 0),
    alreadyProcessed: facts['already_processed'] === true,
    isSkipped: facts['skipped'] !== undefined,
  };
}

/** Rows of a file that failed because of its bad rows. */
export interface FailedRows {
  readonly rowsIn: number;
  readonly rowsQuarantined: number;
}

export function failedRowsOf(error: AttemptError | undefined): FailedRows {
  const { rows_in: rowsIn = 0, rows_quarantined: rowsQuarantined = 0 } = error?.facts ?? {};
  return { rowsIn: Number(rowsIn), rowsQuarantined: Number(rowsQuarantined) };
}

export function lastErrorOf({ errors }: Pick<Ending, 'errors'>): AttemptError | undefined {
  return errors === null ? undefined : (JSON.parse(errors) as AttemptError[]).at(-1);
}
