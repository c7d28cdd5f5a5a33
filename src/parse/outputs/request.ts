import type { LogLevel } from '../../bridge/index.js';
import type { OutputFormat } from '../../contract/index.js';
import type { ParserIdentity } from '../report/report.js';
import type { Corrections } from './corrected-batch.js';
import type { QuarantineLimits } from './quarantine-limits.js';

/** What happens to the rows. */
export interface RowsRequest {
  readonly format: OutputFormat;
  /** Called after the parser has started: reading the configuration may take a while. */
  readonly limits: () => Promise<QuarantineLimits>;
  readonly onHello?: (identity: ParserIdentity) => void;
  readonly onLog?: (level: LogLevel, text: string) => void;
  readonly onProgress?: (rows: RunProgress) => void;
}

/** Where the files of a run are staged, and which rows go into them. */
export interface StagingRequest {
  /** Where to write the file `fileName` (`orders.parquet`). The path must not exist yet. */
  readonly pathFor: (fileName: string) => string;
  /**
   * The wanted rows of an output, by number; undefined means all. Other rows are checked and counted, but not written
   * to the dataset or the quarantine.
   */
  readonly onlyRows?: (output: string) => ReadonlySet<number> | undefined;
  /** Corrected values of rows of an output, which replace those of the input. */
  readonly corrections?: (output: string) => Corrections;
}

export interface RunProgress {
  readonly rowsIn: number;
  readonly quarantined: number;
}
