import type { ParserFailure } from '../../../protocol/message.js';
import type { ShimArguments } from '../arguments.js';
import { ParserInvalid } from '../parser-invalid.js';
import { ReturnInvalid } from '../return-invalid.js';

type Kind = Pick<ParserFailure, 'kind' | 'name'>;

/** What Node puts on its errors beside the message. */
type SystemError = Error & { code?: unknown; syscall?: unknown; path?: unknown; status?: unknown; stderr?: unknown };

export function kindOf(error: Error, { inputPath }: ShimArguments): Kind {
  if (error instanceof ReturnInvalid) return { kind: 'return_invalid', name: null };
  if (error instanceof ParserInvalid || isSyntaxError(error)) return { kind: 'parser_invalid', name: null };
  return missingModule(error) ?? missingProgram(error) ?? refusedFile(error, inputPath) ?? memory(error);
}

/** esbuild, which reads TypeScript for tsx, has an error of its own. */
function isSyntaxError(error: Error): boolean {
  return error.name === 'TransformError' || (error instanceof SyntaxError && isFromLoading(error));
}

/** A SyntaxError of JSON.parse has frames of the code that called it; that of a module has none but the loader's. */
function isFromLoading({ stack = '' }: Error): boolean {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.every((line) => line.includes('node:') || line.includes('bridge-shim') || line.includes('load-parser'));
}

function missingModule(error: SystemError): Kind | null {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return null;
  const name = /Cannot find (?:package|module) '([^']+)'/.exec(error.message)?.[1] ?? null;
  return { kind: 'module_missing', name };
}

/** A program is missed by the system when it is started directly, and by the shell, with status 127, when through one. */
function missingProgram(error: SystemError): Kind | null {
  const { code, syscall, path, status, stderr, message } = error;
  if (code === 'ENOENT' && typeof syscall === 'string' && syscall.startsWith('spawn')) {
    return { kind: 'binary_missing', name: typeof path === 'string' ? path : null };
  }
  if (status !== 127 && code !== 127) return null;
  const words = `${message}\n${stderr instanceof Uint8Array || typeof stderr === 'string' ? String(stderr) : ''}`;
  return { kind: 'binary_missing', name: /([^\s:]+): (?:command )?not found/.exec(words)?.[1] ?? null };
}

function refusedFile({ code, path }: SystemError, inputPath: string): Kind | null {
  const name = typeof path === 'string' ? path : null;
  if (code === 'EACCES' || code === 'EPERM') return { kind: 'not_permitted', name };
  return code === 'ENOENT' && name === inputPath ? { kind: 'input_missing', name } : null;
}

function memory({ code, message }: SystemError): Kind {
  const isFull = code === 'ERR_MEMORY_ALLOCATION_FAILED' || message === 'Array buffer allocation failed';
  return { kind: isFull ? 'out_of_memory' : 'exception', name: null };
}
