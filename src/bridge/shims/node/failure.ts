import { readFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParserFailure } from '../../protocol/message.js';
import type { ShimArguments } from './arguments.js';
import { ParserInvalid, ReturnInvalid } from './invalid.js';

/** The description of an error for the host: its kind, its message, and the innermost position in the user's code. */
export async function describeFailure(error: unknown, shim: ShimArguments): Promise<ParserFailure> {
  const thrown = error instanceof Error ? error : new Error(`the parser threw ${String(error)}`);
  const { kind, name } = kindOf(thrown, shim);
  const place = await placeOf(thrown, shim.parserPath);
  return { kind, name, type: thrown.name, message: thrown.message, traceback: thrown.stack ?? null, ...place };
}

type Kind = Pick<ParserFailure, 'kind' | 'name'>;

/** Additional properties of Node's errors. */
type SystemError = Error & { code?: unknown; syscall?: unknown; path?: unknown; status?: unknown; stderr?: unknown };

export function kindOf(error: Error, { inputPath }: ShimArguments): Kind {
  if (error instanceof ReturnInvalid) return { kind: 'return_invalid', name: null };
  if (error instanceof ParserInvalid || isSyntaxError(error)) return { kind: 'parser_invalid', name: null };
  return missingModule(error) ?? missingProgram(error) ?? refusedFile(error, inputPath) ?? memory(error);
}

/** esbuild, which compiles TypeScript for tsx, has its own error class. */
function isSyntaxError(error: Error): boolean {
  return error.name === 'TransformError' || (error instanceof SyntaxError && isFromLoading(error));
}

/** A SyntaxError of JSON.parse has stack frames of the code that called it; that of a module has only the loader's. */
function isFromLoading({ stack = '' }: Error): boolean {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.every((line) => line.includes('node:') || line.includes('bridge-shim') || line.includes('load-parser'));
}

function missingModule(error: SystemError): Kind | null {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' && error.code !== 'MODULE_NOT_FOUND') return null;
  const name = /Cannot find (?:package|module) '([^']+)'/.exec(error.message)?.[1] ?? null;
  return { kind: 'module_missing', name };
}

/**
 * A missing program is reported by the system if it is started directly, and by the shell, with status 127, otherwise.
 */
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

type Place = Pick<ParserFailure, 'file' | 'line' | 'source'>;

const SHIM_FOLDER = dirname(fileURLToPath(import.meta.url));

/**
 * The innermost line of the user's code. Node has already mapped the stack to the TypeScript source; frames of Node,
 * packages and the shim are skipped.
 */
export async function placeOf(error: Error, parserPath: string): Promise<Place> {
  const found =
    (error.stack ?? '').split('\n').map(placeIn).find(isUsers) ??
    placeOfTransformError(error) ??
    (error instanceof SyntaxError ? await placeOfSyntaxError(parserPath) : null);
  if (!found) return { file: parserPath, line: null, source: null };
  return { ...found, source: sourceLine(found.file, found.line) };
}

interface FoundPlace {
  readonly file: string;
  readonly line: number;
}

/** `    at parse (file:///folder/parser.ts:12:5)`, with or without the function, as a path or URL. */
function placeIn(stackLine: string): FoundPlace | null {
  const match = /^\s+at (?:.*\()?(file:\/\/\S+?|\/.+?):(\d+):\d+\)?$/.exec(stackLine);
  return match ? placeFrom(match[1], match[2]) : null;
}

/** esbuild, which compiles TypeScript, writes `file:line:column: ERROR` into its message. */
function placeOfTransformError({ message }: Error): FoundPlace | null {
  const match = /^(\/.+?):(\d+):\d+: ERROR/m.exec(message);
  return match ? placeFrom(match[1], match[2]) : null;
}

/**
 * Node does not expose the position of a syntax error and only prints it, as `file:line`: so another Node prints it.
 */
async function placeOfSyntaxError(parserPath: string): Promise<FoundPlace | null> {
  // Loaded now: it takes as long as running a small parser.
  const { execFile } = await import('node:child_process');
  const words = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['--check', parserPath], { env: {} }, (_error, _stdout, stderr) => resolve(stderr));
  });
  const match = /^(file:\/\/\S+|\/.+):(\d+)$/m.exec(words);
  return match ? placeFrom(match[1], match[2]) : null;
}

function placeFrom(file = '', line = ''): FoundPlace {
  const path = file.startsWith('file:') ? fileURLToPath(file.replace(/\?.*$/, '')) : file;
  return { file: path, line: Number(line) };
}

function isUsers(place: FoundPlace | null): place is FoundPlace {
  return (
    place !== null && !place.file.includes(`${sep}node_modules${sep}`) && !place.file.startsWith(SHIM_FOLDER + sep)
  );
}

function sourceLine(file: string, line: number): string | null {
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1]?.trim() ?? null;
  } catch {
    return null;
  }
}
