import type { OutputSink } from '../../process/index.js';
import type { Interpreter, Launch, ParserFile } from '../../bridge/index.js';
import type { InputFile } from '../../tables/index.js';
import type { RowsRequest, StagingRequest } from '../outputs/request.js';

/** Everything that decides what the process of one parser does with one input. */
export interface ParserProcessRequest {
  readonly parser: ParserFile;
  readonly interpreter: Interpreter;
  readonly input: InputFile;
  /** Null, or absent, for a manual run. It is stored in the lineage of every row. */
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

/** One run. It leaves its files staged; the caller publishes them. */
export interface ParserRequest extends ParserProcessRequest, RowsRequest, StagingRequest {}
