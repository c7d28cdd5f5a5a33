import { type OutputSink, type ProcessResult, runProcess } from '../../process/index.js';
import type { Interpreter } from '../parser/interpreter.js';
import type { ParserFile } from '../parser/parser-file.js';
import type { Sandbox } from './sandbox.js';
import { type ShimArguments, shimCommand, shimEnvironment } from './shim-command.js';

/** How to start the process of a parser. */
export interface ShimStart {
  readonly parser: ParserFile;
  readonly interpreter: Interpreter;
  readonly shim: ShimArguments;
  /** The complete environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Our working directory if absent. */
  readonly cwd?: string | undefined;
  readonly stdin: 'inherit' | 'ignore';
  readonly stdout: OutputSink;
  readonly stderr: OutputSink;
  readonly signal: AbortSignal;
  readonly timeoutMs: number | undefined;
  readonly memoryLimitBytes: number | undefined;
  readonly cpuSeconds: number | undefined;
  /** Modules worth importing before the fork, if there is one. */
  readonly imports: readonly string[];
  /**
   * Lets one process parse several files with the same text here, if the parser declares `reuse = True`. Undefined for
   * parsers that may change.
   */
  readonly reuseFor?: string | undefined;
  /** Undefined runs it with the rights of this process. */
  readonly sandbox?: Sandbox | undefined;
}

/** Runs a parser's process until it and everything it started have ended. */
export type Launch = (start: ShimStart) => Promise<ProcessResult>;

/** A new interpreter for each input, with the rights of this process: what works everywhere. */
export function launchFresh(start: ShimStart): Promise<ProcessResult> {
  const { parser, interpreter, shim, env, cwd, stdin, stdout, stderr, signal } = start;
  const { timeoutMs, memoryLimitBytes, cpuSeconds } = start;
  return runProcess({
    argv: shimCommand(parser, interpreter, shim, { memoryLimitBytes, cpuSeconds }),
    ...(cwd === undefined ? {} : { cwd }),
    env: shimEnvironment(env),
    stdin,
    stdout,
    stderr,
    signal,
    timeoutMs,
    memoryLimitBytes,
  });
}
