import type { LogLevel } from '../bridge/message.js';
import type { OutputFormat } from '../outputs/sink.js';
import type { Interpreter } from '../parser/interpreter.js';
import type { ParserFile } from '../parser/parser-file.js';
import type { InputFile } from './inputs.js';
import type { ParserIdentity } from './report.js';
import type { QuarantineLimits } from './thresholds.js';

/** Everything that decides one run of one parser over one input. */
export interface RunRequest {
  readonly parser: ParserFile;
  readonly interpreter: Interpreter;
  readonly input: InputFile;
  /** The folder the outputs go to. */
  readonly directory: string;
  readonly format: OutputFormat;
  /** Asked for once the parser has started: where they are configured may take a while to read. */
  readonly limits: () => Promise<QuarantineLimits>;
  readonly timeoutMs: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  /** What the parser reads from and prints to. A debugger needs the terminal for both. */
  readonly stdin: 'inherit' | 'ignore';
  readonly stdout: 'inherit' | 'stderr';
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly onHello?: (identity: ParserIdentity) => void;
  readonly onLog?: (level: LogLevel, text: string) => void;
  readonly onProgress?: (rows: RunProgress) => void;
}

export interface RunProgress {
  readonly rowsIn: number;
  readonly quarantined: number;
}
