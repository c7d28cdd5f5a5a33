import type { AttemptError, ClaimedJob, Ending } from '../../engine/index.js';

/** What a job of a file was about, as its payload says. */
export interface FileJob {
  readonly parser: string;
  readonly path: string;
}

/** What it reports when it is done. */
export interface ParseFacts {
  readonly rowsValid: number;
  readonly rowsQuarantined: number;
  /** The rows of an earlier job stand: nothing was left to do. */
  readonly alreadyProcessed: boolean;
}

export function fileJobOf({ payload }: Pick<ClaimedJob, 'payload'>): FileJob {
  const { parser, path } = JSON.parse(payload) as Partial<FileJob>;
  return { parser: String(parser), path: String(path) };
}

export function factsOf({ result }: Pick<Ending, 'result'>): ParseFacts {
  const told = (result == null ? {} : JSON.parse(result)) as Record<string, unknown>;
  return {
    // A replay tells of the rows it read again: those that are valid by now, and those that are not.
    rowsValid: Number(told['rows_valid'] ?? told['recovered'] ?? 0),
    rowsQuarantined: Number(told['rows_quarantined'] ?? told['still_quarantined'] ?? 0),
    alreadyProcessed: told['already_processed'] === true,
  };
}

export function lastErrorOf({ errors }: Pick<Ending, 'errors'>): AttemptError | undefined {
  return errors === null ? undefined : (JSON.parse(errors) as AttemptError[]).at(-1);
}
