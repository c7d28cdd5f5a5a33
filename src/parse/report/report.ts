import type { CasparianError } from '../../platform/index.js';
import type { Interpreter } from '../../bridge/index.js';
import type { Drift, FileFormat, InferredTable, SkippedLine } from '../../tables/index.js';

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

/** One of the first bad rows, for users who want to see the problem without opening a file. */
export interface BadRow {
  readonly output: string;
  readonly rowNumber: number;
  /** Null if the whole row is wrong. */
  readonly column: string | null;
  readonly message: string;
}

/** Empty texts of a parser that became null: the type of the column has no empty values. */
export interface EmptyTexts {
  readonly output: string;
  readonly column: string;
  readonly count: number;
}

export interface ReportedLines {
  readonly count: number;
  /** The file with all of them; null without one. */
  readonly path: string | null;
  /** Some of them, without headers. */
  readonly shown: readonly SkippedLine[];
}

export interface ParserIdentity {
  readonly name: string;
  readonly version: string | null;
  readonly api: 'class' | 'function' | 'handler';
  readonly runtime: string;
}

/** The result of one input. Success and failure have the same shape; rows in = valid + quarantined, always. */
export interface RunReport {
  readonly status: RunStatus;
  readonly input: string;
  /** Null if the parser could not be loaded, and without a parser. */
  readonly parser: ParserIdentity | null;
  /** Null without a parser. */
  readonly interpreter: Interpreter | null;
  /** How a file without a parser was read; null with a parser, and if detection failed. */
  readonly reading: Reading | null;
  /** Set for a file that was read completely without a parser. */
  readonly accounting: FileAccounting | null;
  readonly rowsIn: number;
  readonly rowsValid: number;
  readonly rowsQuarantined: number;
  readonly outputs: readonly ReportedFile[];
  readonly quarantines: readonly ReportedQuarantine[];
  readonly badRows: readonly BadRow[];
  /** By output and column; empty without a parser. */
  readonly emptyTexts: readonly EmptyTexts[];
  /** The lines of a file without a parser that are not part of a row. */
  readonly skipped: ReportedLines;
  readonly durationMs: number;
  readonly error: CasparianError | null;
  /** The traceback of the parser's exception; null if it raised none. */
  readonly traceback: string | null;
}

/** How a file without a parser is read. */
export interface Reading {
  readonly format: FileFormat;
  /** The inferred columns; null with a contract. */
  readonly table: InferredTable | null;
  /** How the columns differ from the contract; null without one. */
  readonly drift: Drift | null;
  /** Notes about how the file is read, in sentences. */
  readonly notes: readonly string[];
  /** What may be wrong although the file was read, in sentences: the run completes with warnings. */
  readonly warnings: readonly string[];
}

/** Accounts for every line of a file: lines = header + preamble + valid + quarantined + skipped. */
export interface FileAccounting {
  readonly lines: number;
  readonly header: number;
  readonly preamble: number;
  readonly valid: number;
  readonly quarantined: number;
  readonly skipped: number;
}
