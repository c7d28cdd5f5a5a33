import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type FileFormat, formatOfName, type InputFile, nameWithoutCompression } from '../../../tables/index.js';
import type { EarlyThread } from './start-thread.js';

/** From this size on, reading a file takes longer than starting a thread. */
export const LARGE_FILE_BYTES = 8 * 1_024 * 1_024;

/**
 * Formats whose readers know all columns at once. For JSON, finding the columns requires reading the file, which would
 * happen twice.
 */
export const WORTH_A_THREAD: ReadonlySet<FileFormat['kind']> = new Set(['delimited', 'fixed_width']);

/** A thread for a file that will probably be read in one, so that it is ready when the format is known. */
export async function threadFor(file: InputFile): Promise<EarlyThread | null> {
  const named = formatOfName(nameWithoutCompression(file.name));
  if (named !== null && !WORTH_A_THREAD.has(named)) return null;
  if (!(await isAtLeast(file, LARGE_FILE_BYTES))) return null;
  return (await import('./start-thread.js')).startEarly();
}

/** Fewer small files take less time than the start of a thread. */
const FEWEST_FILES = 200;

/** A thread that looks at many files ahead of this one (`look-ahead.ts`). Null if it is not worth it. */
export async function threadForMany({ length }: readonly InputFile[]): Promise<EarlyThread | null> {
  if (length < FEWEST_FILES || availableParallelism() < 2) return null;
  return (await import('./start-thread.js')).startEarly();
}

/** False for a file that cannot be read: its reader reports why. */
export async function isAtLeast({ path, bytes, content }: InputFile, size: number): Promise<boolean> {
  if (content !== undefined) return content.byteLength >= size;
  const found = await stat(bytes ?? path).catch(() => null);
  return found !== null && found.size >= size;
}
