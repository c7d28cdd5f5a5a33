import type { FormatOptions, InputFile, TypeOverride } from '../../tables/index.js';
import type { ContractFile } from '../../contract/index.js';
import type { RowsRequest, StagingRequest } from '../outputs/request.js';
import type { Reading } from '../report/report.js';

/** What the user specifies about files without a parser. The rest is detected. */
export interface ReadingOptions {
  readonly format: FormatOptions;
  /** What the rows are held to; null when that is to be found out. */
  readonly contract: ContractFile | null;
  /** Columns whose types are not to be found out, by name. */
  readonly types: ReadonlyMap<string, TypeOverride>;
}

/** One file read without a parser, whose outputs are left staged. */
export interface ReaderRequest extends Omit<RowsRequest, 'onHello' | 'onLog'>, StagingRequest {
  readonly input: InputFile;
  /** Null, or absent, for a manual run. It is stored in the lineage of every row. */
  readonly jobId?: string | null;
  readonly signal: AbortSignal;
  readonly reading: ReadingOptions;
  /** The name of the output; the file's own when absent. */
  readonly outputName?: string;
  /** Called when it is known how the file is read, before its rows are written. */
  readonly onReading?: (reading: Reading) => void;
}
