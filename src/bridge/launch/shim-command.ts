import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Interpreter } from '../parser/interpreter.js';
import type { ParserFile } from '../parser/parser-file.js';

export interface ShimArguments {
  /** Null if the process is started with a connected socket as descriptor 3. */
  readonly socketPath: string | null;
  /** Absolute. A Buffer if the path is not UTF-8, which a JavaScript string cannot hold. */
  readonly inputPath: string | Buffer;
  readonly jobId: string;
  /** Load the parser, send hello, and read no input. */
  readonly loadOnly?: boolean;
}

/** Limits that the process sets itself: it can report more about them than an outside watcher. */
export interface ShimLimits {
  readonly memoryLimitBytes: number | undefined;
  readonly cpuSeconds: number | undefined;
}

/**
 * A run leaves nothing behind but its output: no `__pycache__` next to the parser (-B). `faulthandler` reports the
 * position of a crash in native code.
 */
export const PYTHON_OPTIONS = ['-B', '-X', 'faulthandler'];
const PYTHON_SHIM = fileURLToPath(new URL('../shims/python/bridge_shim.py', import.meta.url));
/** The compiled file or the source, like this file. */
const NODE_SHIM = fileURLToPath(new URL(`../shims/node/bridge-shim${extname(import.meta.url)}`, import.meta.url));

/** The command line that runs a parser. The caller adds the user's environment. */
export function shimCommand(
  parser: ParserFile,
  interpreter: Interpreter,
  shim: ShimArguments,
  limits: ShimLimits,
): string[] {
  return [...startOf(parser, interpreter, limits), ...shimOptions(parser, shim, limits)];
}

/** The options of a shim, however it is started. */
export function shimOptions(parser: ParserFile, shim: ShimArguments, limits: ShimLimits): string[] {
  return [...shimArguments(parser, shim), ...limitArguments(limits)];
}

/** No cache of compiled TypeScript is left behind either. */
export function shimEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...env, TSX_DISABLE_CACHE: '1' };
}

function startOf(parser: ParserFile, interpreter: Interpreter, { cpuSeconds }: ShimLimits): string[] {
  if (parser.language === 'python') return [interpreter.path, ...PYTHON_OPTIONS, PYTHON_SHIM];
  const typescript = (parser.typescript && parser.compiled === undefined) || NODE_SHIM.endsWith('.ts');
  const teachTypescript = typescript ? ['--import', import.meta.resolve('tsx')] : [];
  const mapStacks = parser.compiled === undefined ? [] : ['--enable-source-maps'];
  const node = [interpreter.path, ...teachTypescript, ...mapStacks, NODE_SHIM];
  // Node cannot set a limit itself. Only the soft limit is set, whose signal identifies this cause.
  return cpuSeconds === undefined
    ? node
    : ['/bin/sh', '-c', 'ulimit -S -t "$0" && exec "$@"', `${cpuSeconds}`, ...node];
}

function shimArguments(parser: ParserFile, { socketPath, inputPath, jobId, loadOnly }: ShimArguments): string[] {
  const input =
    typeof inputPath === 'string' ? ['--input-path', inputPath] : ['--input-path-base64', inputPath.toString('base64')];
  const compiled = parser.compiled === undefined ? [] : ['--compiled-path', parser.compiled];
  const extent = loadOnly === true ? ['--load-only', 'yes'] : [];
  const socket = socketPath === null ? ['--socket-fd', '3'] : ['--socket-path', socketPath];
  return [...socket, ...input, '--job-id', jobId, '--parser-path', parser.path, ...compiled, ...extent];
}

function limitArguments({ memoryLimitBytes, cpuSeconds }: ShimLimits): string[] {
  const memory = memoryLimitBytes === undefined ? [] : ['--memory-bytes', String(memoryLimitBytes)];
  const cpu = cpuSeconds === undefined ? [] : ['--cpu-seconds', String(cpuSeconds)];
  return [...memory, ...cpu];
}
