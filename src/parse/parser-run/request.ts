import type { OutputSink } from '../../process/index.js';
import type { Interpreter, Launch, LogLevel, ParserFile } from '../../bridge/index.js';
import type { OutputFormat } from '../../contract/index.js';
import type { InputFile } from '../../tables/index.js';
import type { ParserIdentity } from '../report/report.js';
import type { QuarantineLimits } from '../outputs/quarantine-limits.js';

/** Everything that decides what the process of one parser does with one input. */
export interface ExecutionRequest {
  readonly parser: ParserFile;
  readonly interpreter: Interpreter;
  readonly input: InputFile;
  /** Null, or absent, for a run by hand. It stands in the lineage of every row. */
  readonly jobId?: string | null;
  readonly timeoutMs: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  readonly cpuSeconds?: number | undefined;
  /** What the parser reads from and prints to. A debugger needs the terminal for both. */
  readonly stdin: 'inherit' | 'ignore';
  readonly stdout: OutputSink;
  /** Our own by default. */
  readonly stderr?: OutputSink;
  /** The parser's working folder; ours by default. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** How the process is started: a fresh one by default. */
  readonly launch?: Launch;
  /** Modules the parser imports at its top, for a launch that can import them ahead. */
  readonly imports?: readonly string[];
}

/** What becomes of the rows besides. */
export interface RowsRequest {
  readonly format: OutputFormat;
  /** Asked for once the parser has started: where they are configured may take a while to read. */
  readonly limits: () => Promise<QuarantineLimits>;
  readonly onHello?: (identity: ParserIdentity) => void;
  readonly onLog?: (level: LogLevel, text: string) => void;
  readonly onProgress?: (rows: RunProgress) => void;
}

/** One run whose files are left staged, for whoever asked to make them appear. */
export interface ParserRequest extends ExecutionRequest, RowsRequest {
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
