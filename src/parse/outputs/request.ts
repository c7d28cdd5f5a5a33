import type { LogLevel } from '../../bridge/index.js';
import type { OutputFormat } from '../../contract/index.js';
import type { ParserIdentity } from '../report/report.js';
import type { QuarantineLimits } from './quarantine-limits.js';

/** What becomes of the rows besides. */
export interface RowsRequest {
  readonly format: OutputFormat;
  /** Asked for once the parser has started: where they are configured may take a while to read. */
  readonly limits: () => Promise<QuarantineLimits>;
  readonly onHello?: (identity: ParserIdentity) => void;
  readonly onLog?: (level: LogLevel, text: string) => void;
  readonly onProgress?: (rows: RunProgress) => void;
}

/** Where the files of a run are staged, and which rows go into them. */
export interface StagingRequest {
  /** Where to write what would be called `fileName` (`orders.parquet`). Nothing may be there yet. */
  readonly pathFor: (fileName: string) => string;
  /** Whether the files must be on the disk, and not only on their way to it, when the run is done. */
  readonly synced?: boolean;
  /**
   * The rows of an output that are wanted, by number; all where it answers undefined. The others are checked and counted
   * like any, but written nowhere: neither to the dataset nor to the quarantine.
   */
  readonly onlyRows?: (output: string) => ReadonlySet<number> | undefined;
}

export interface RunProgress {
  readonly rowsIn: number;
  readonly quarantined: number;
}
