import type { FormatOptions, InputFile, TypeOverride } from '../../tables/index.js';
import type { ContractFile } from '../../contract/index.js';
import type { RowsRequest, StagingRequest } from '../outputs/request.js';
import type { KnownFormat } from './known-format.js';
import type { Reading } from '../report/report.js';

/** What the user specifies about files without a parser. The rest is detected. */
export interface ReadingOptions {
  readonly format: FormatOptions;
  /** The contract of the rows; null to infer it. */
  readonly contract: ContractFile | null;
  /** Columns whose types are declared instead of inferred, by name. */
  readonly types: ReadonlyMap<string, TypeOverride>;
  /** The format that was found when the file was profiled. */
  readonly known?: KnownFormat | undefined;
  /** When types are first guessed; by default for large files (`guess-reading.ts`). */
  readonly guessing?: Guessing | undefined;
}

/** Files of at least `fileBytes` are read with types guessed from their first `rows`. */
export interface Guessing {
  readonly fileBytes: number;
  readonly rows: number;
}

/** A file to read without a parser. Its outputs stay staged. */
export interface ReaderRequest extends Omit<RowsRequest, 'onHello' | 'onLog'>, StagingRequest {
  readonly input: InputFile;
  /** Null, or absent, for a manual run. It is stored in the lineage of every row. */
  readonly jobId?: string | null;
  readonly signal: AbortSignal;
  readonly reading: ReadingOptions;
  /** Whether skipped lines are written to a file even if they are few. */
  readonly skippedInFile?: boolean;
  /** The name of the output; by default the file's name. */
  readonly outputName?: string;
  /** Called when the format and the contract are known, before rows are written. */
  readonly onReading?: (reading: Reading) => void;
}
