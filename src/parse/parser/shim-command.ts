import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Interpreter } from './interpreter.js';
import type { ParserFile } from './parser-file.js';

export interface ShimArguments {
  readonly socketPath: string;
  /** Absolute. The bytes of it when they are not UTF-8, which no JavaScript string can hold. */
  readonly inputPath: string | Buffer;
  readonly jobId: string;
  readonly memoryLimitBytes: number | undefined;
}

const PYTHON_SHIM = fileURLToPath(new URL('../shims/python/bridge_shim.py', import.meta.url));
/** Compiled like this file is, or not. */
const NODE_SHIM = fileURLToPath(new URL(`../shims/node/bridge-shim${extname(import.meta.url)}`, import.meta.url));

/** The command line that runs a parser, the user's own environment added to by the caller. */
export function shimCommand(parser: ParserFile, interpreter: Interpreter, shim: ShimArguments): string[] {
  return [...startOf(parser, interpreter), ...shimArguments(parser, shim)];
}

/**
 * A run leaves nothing behind but its output: no `__pycache__` beside the parser (-B), no cache of compiled
 * TypeScript. `faulthandler` makes a crash in native code say where it was.
 */
export function shimEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return { ...env, TSX_DISABLE_CACHE: '1' };
}

function startOf(parser: ParserFile, interpreter: Interpreter): string[] {
  if (parser.language === 'python') return [interpreter.path, '-B', '-X', 'faulthandler', PYTHON_SHIM];
  const typescript = parser.typescript || NODE_SHIM.endsWith('.ts');
  const teachTypescript = typescript ? ['--import', import.meta.resolve('tsx')] : [];
  return [interpreter.path, ...teachTypescript, NODE_SHIM];
}

function shimArguments(
  parser: ParserFile,
  { socketPath, inputPath, jobId, memoryLimitBytes }: ShimArguments,
): string[] {
  const input =
    typeof inputPath === 'string' ? ['--input-path', inputPath] : ['--input-path-base64', inputPath.toString('base64')];
  const memory = memoryLimitBytes === undefined ? [] : ['--memory-bytes', String(memoryLimitBytes)];
  return ['--socket-path', socketPath, ...input, '--job-id', jobId, '--parser-path', parser.path, ...memory];
}
