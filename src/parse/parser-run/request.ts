import type { OutputSink } from '../../process/index.js';
import type { Bridges, Interpreter, Launch, ParserFile, Sandbox } from '../../bridge/index.js';
import type { InputFile } from '../../tables/index.js';
import type { RowsRequest, StagingRequest } from '../outputs/request.js';

/** Everything that determines what the process of one parser does with one input. */
export interface ParserProcessRequest {
  readonly parser: ParserFile;
  readonly interpreter: Interpreter;
  readonly input: InputFile;
  /** Null, or absent, for a manual run. It is stored in the lineage of every row. */
  readonly jobId?: string | null;
  readonly timeoutMs: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  readonly cpuSeconds?: number | undefined;
  /** The input of the parser. A debugger needs the terminal for input and output. */
  readonly stdin: 'inherit' | 'ignore';
  readonly stdout: OutputSink;
  /** Our stderr by default. */
  readonly stderr?: OutputSink;
  /** The parser's working folder; ours by default. */
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** How the process is started: a fresh one by default. */
  readonly launch?: Launch;
  /** Where its data arrives: a new socket by default. */
  readonly bridges?: Bridges | undefined;
  /** Modules that the parser imports at the top level, for a launch that can import them in advance. */
  readonly imports?: readonly string[];
  /** Lets one process parse several files with this text, if the parser declares `reuse = True`. */
  readonly reuseFor?: string | undefined;
  /** How the process is confined; absent runs it with the rights of this process. */
  readonly sandbox?: Sandbox | undefined;
}

/** One run. Its files stay staged; the caller publishes them. */
export interface ParserRequest extends ParserProcessRequest, RowsRequest, StagingRequest {}
