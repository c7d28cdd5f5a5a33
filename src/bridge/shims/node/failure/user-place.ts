import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParserFailure } from '../../../protocol/message.js';

type Place = Pick<ParserFailure, 'file' | 'line' | 'source'>;

const SHIM_FOLDER = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The innermost line of the user's own code. Node has already mapped the stack back to the TypeScript it came from;
 * frames of Node, of packages and of the shim are passed over.
 */
export async function placeOf(error: Error, parserPath: string): Promise<Place> {
  const found =
    (error.stack ?? '').split('\n').map(placeIn).find(isUsers) ??
    placeOfTransformError(error) ??
    (error instanceof SyntaxError ? await placeOfSyntaxError(parserPath) : null);
  if (!found) return { file: parserPath, line: null, source: null };
  return { ...found, source: await sourceLine(found.file, found.line) };
}

interface FoundPlace {
  readonly file: string;
  readonly line: number;
}

/** `    at parse (file:///folder/parser.ts:12:5)`, with or without the function, as a path or as a URL. */
function placeIn(stackLine: string): FoundPlace | null {
  const match = /^\s+at (?:.*\()?(file:\/\/\S+?|\/.+?):(\d+):\d+\)?$/.exec(stackLine);
  return match ? placeFrom(match[1], match[2]) : null;
}

/** esbuild, which compiles TypeScript, writes `file:line:column: ERROR` into its message. */
function placeOfTransformError({ message }: Error): FoundPlace | null {
  const match = /^(\/.+?):(\d+):\d+: ERROR/m.exec(message);
  return match ? placeFrom(match[1], match[2]) : null;
}

/** Node keeps the place of what it cannot compile to itself and only prints it, as `file:line`: so it is asked to. */
async function placeOfSyntaxError(parserPath: string): Promise<FoundPlace | null> {
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

async function sourceLine(file: string, line: number): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).split('\n')[line - 1]?.trim() ?? null;
  } catch {
    return null;
  }
}
