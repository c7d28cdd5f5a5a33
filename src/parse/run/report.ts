import type { CasparianError } from '../../platform/index.js';
import type { Interpreter } from '../parser/interpreter.js';

export type RunStatus = 'completed' | 'completed_with_warnings' | 'failed';

export interface ReportedFile {
  readonly name: string;
  readonly path: string;
  readonly rows: number;
  readonly sha256: string;
}

export interface ReportedQuarantine {
  readonly output: string;
  readonly path: string;
  readonly rows: number;
  readonly sha256: string;
}

/** One of the first bad rows, for people who want to see what is wrong without opening a file. */
export interface BadRow {
  readonly output: string;
  readonly rowNumber: number;
  readonly column: string;
  readonly message: string;
}

export interface ParserIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly api: 'class' | 'function' | 'handler';
  readonly runtime: string;
}

/** What became of one input. Success and failure have the same shape; rows in = valid + quarantined, always. */
export interface RunReport {
  readonly status: RunStatus;
  readonly input: string;
  /** Null when the parser could not be loaded. */
  readonly parser: ParserIdentity | null;
  readonly interpreter: Interpreter;
  readonly rowsIn: number;
  readonly rowsValid: number;
  readonly rowsQuarantined: number;
  readonly outputs: readonly ReportedFile[];
  readonly quarantines: readonly ReportedQuarantine[];
  readonly badRows: readonly BadRow[];
  readonly durationMs: number;
  readonly error: CasparianError | null;
  /** How the parser came to its own exception; null when it raised none. */
  readonly traceback: string | null;
}
