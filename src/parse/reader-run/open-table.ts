import { stat } from 'node:fs/promises';
import type { Contract } from '../../contract/index.js';
import { type FileFormat, type InputFile, openReader, type TableReader } from '../../tables/index.js';

/** From here on a file takes longer to read than a thread to start. */
const LARGE_FILE_BYTES = 8 * 1_024 * 1_024;

/** Formats whose readers know all columns at once: to find those of JSON the file is read, and would be so twice. */
const WORTH_A_THREAD: ReadonlySet<FileFormat['kind']> = new Set(['delimited', 'fixed_width']);

/**
 * A reader for a file; a large one is read by a thread of its own, so that the rows are checked meanwhile. What they will be
 * held to lets the thread do some of that.
 */
export async function openTable(file: InputFile, format: FileFormat, contract?: Contract): Promise<TableReader> {
  const reader = await openReader(file, format);
  if (!WORTH_A_THREAD.has(format.kind) || file.content !== undefined) return reader;
  const { size } = await stat(file.bytes ?? file.path);
  if (size < LARGE_FILE_BYTES) return reader;
  const contracts = [...(contract?.outputs.values() ?? [])].flatMap(({ columns }) => columns);
  return (await import('./thread/read-in-thread.js')).readInThread(file, format, reader, contracts);
}
