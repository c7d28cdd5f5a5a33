import type { CasparianError } from '../../platform/index.js';
import type { Interpreter } from '../../bridge/index.js';
import type { Drift, FileFormat, InferredTable } from '../../tables/index.js';

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
  /** Null when the row as a whole is wrong. */
  readonly column: string | null;
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
  /** Null when the parser could not be loaded, and without a parser. */
  readonly parser: ParserIdentity | null;
  /** Null without a parser. */
  readonly interpreter: Interpreter | null;
  /** How a file without a parser was read; null with one, and when it could not be found out. */
  readonly reading: Reading | null;
  /** Of a file that was read without a parser, and to its end. */
  readonly accounting: FileAccounting | null;
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

/** How a file without a parser is read. */
export interface Reading {
  readonly format: FileFormat;
  /** What its columns were found to be; null when a contract says what they have to be. */
  readonly table: InferredTable | null;
  /** How its columns differ from those of the contract; null without one. */
  readonly drift: Drift | null;
  /** What to know of how it is read, in sentences. */
  readonly notes: readonly string[];
}

/** Where every line of a file went: lines = header + preamble + valid + quarantined + skipped. */
export interface FileAccounting {
  readonly lines: number;
  readonly header: number;
  readonly preamble: number;
  readonly valid: number;
  readonly quarantined: number;
  readonly skipped: number;
}
