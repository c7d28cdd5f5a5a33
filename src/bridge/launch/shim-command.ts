import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Interpreter } from '../parser/interpreter.js';
import type { ParserFile } from '../parser/parser-file.js';

export interface ShimArguments {
  readonly socketPath: string;
  /** Absolute. The bytes of it when they are not UTF-8, which no JavaScript string can hold. */
  readonly inputPath: string | Buffer;
  readonly jobId: string;
  /** Load the parser, say hello, and read no input. */
  readonly loadOnly?: boolean;
}

/** Limits that the process sets for itself: it can report more about them than a watcher outside. */
export interface ShimLimits {
  readonly memoryLimitBytes: number | undefined;
  readonly cpuSeconds: number | undefined;
}

/**
 * A run leaves nothing behind but its output: no `__pycache__` beside the parser (-B). `faulthandler` makes a crash in
 * native code say where it was.
 */
export const PYTHON_OPTIONS = ['-B', '-X', 'faulthandler'];
const PYTHON_SHIM = fileURLToPath(new URL('../shims/python/bridge_shim.py', import.meta.url));
/** Compiled like this file is, or not. */
const NODE_SHIM = fileURLToPath(new URL(`../shims/node/bridge-shim${extname(import.meta.url)}`, import.meta.url));

/** The command line that runs a parser, the user's own environment added to by the caller. */
export function shimCommand(
  parser: ParserFile,
  interpreter: Interpreter,
  shim: ShimArguments,
  limits: ShimLimits,
): string[] {
  return [...startOf(parser, interpreter, limits), ...shimOptions(parser, shim, limits)];
}

/** What a shim is told, however it is started. */
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
  const typescript = parser.typescript || NODE_SHIM.endsWith('.ts');
  const teachTypescript = typescript ? ['--import', import.meta.resolve('tsx')] : [];
  const node = [interpreter.path, ...teachTypescript, NODE_SHIM];
  // Node cannot set a limit for itself. Only the soft one, whose signal tells this end from any other.
  return cpuSeconds === undefined
    ? node
    : ['/bin/sh', '-c', 'ulimit -S -t "$0" && exec "$@"', `${cpuSeconds}`, ...node];
}

function shimArguments(parser: ParserFile, { socketPath, inputPath, jobId, loadOnly }: ShimArguments): string[] {
  const input =
    typeof inputPath === 'string' ? ['--input-path', inputPath] : ['--input-path-base64', inputPath.toString('base64')];
  const extent = loadOnly === true ? ['--load-only', 'yes'] : [];
  return ['--socket-path', socketPath, ...input, '--job-id', jobId, '--parser-path', parser.path, ...extent];
}

function limitArguments({ memoryLimitBytes, cpuSeconds }: ShimLimits): string[] {
  const memory = memoryLimitBytes === undefined ? [] : ['--memory-bytes', String(memoryLimitBytes)];
  const cpu = cpuSeconds === undefined ? [] : ['--cpu-seconds', String(cpuSeconds)];
  return [...memory, ...cpu];
}
