import type {
  Drift,
  FileFormat,
  FormatOptions,
  InferredTable,
  InputFile,
  TypeOverride,
} from '../../tables/index.js';
import type { ContractFile } from '../../contract/index.js';
import type { ParserRequest, RowsRequest } from '../parser-run/request.js';

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

/** What the user says of files without a parser, and whoever looks at them would find out else. */
export interface ReadingOptions {
  readonly format: FormatOptions;
  /** What the rows are held to; null when that is to be found out. */
  readonly contract: ContractFile | null;
  /** Columns whose types are not to be found out, by name. */
  readonly types: ReadonlyMap<string, TypeOverride>;
}

/** One file read without a parser, whose outputs are left staged. */
export interface ReaderRequest
  extends
    Omit<RowsRequest, 'onHello' | 'onLog'>,
    Pick<ParserRequest, 'jobId' | 'signal' | 'pathFor' | 'synced' | 'onlyRows'> {
  readonly input: InputFile;
  readonly reading: ReadingOptions;
  /** The name of the output; the file's own when absent. */
  readonly outputName?: string;
  /** Called when it is known how the file is read, before its rows are written. */
  readonly onReading?: (reading: Reading) => void;
}
