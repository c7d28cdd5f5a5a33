import type { Contract } from '../../contract/index.js';
import { type FileFormat, type InputFile, openReader, type TableReader } from '../../tables/index.js';
import type { EarlyThread } from './thread/start-thread.js';
import { isAtLeast, LARGE_FILE_BYTES, WORTH_A_THREAD } from './thread/thread-for.js';

/**
 * A reader for a file. A large file is read in a separate thread while its rows are checked here. With the contract,
 * the thread can do some of the checking.
 */
export async function openTable(
  file: InputFile,
  format: FileFormat,
  contract?: Contract,
  early: EarlyThread | null = null,
): Promise<TableReader> {
  const reader = await openReader(file, format);
  if (!isWorthAThread(format) || !(await isAtLeast(file, LARGE_FILE_BYTES))) return reader;
  const contracts = [...(contract?.outputs.values() ?? [])].flatMap(({ columns }) => columns);
  return (await import('./thread/read-in-thread.js')).readInThread(file, format, reader, contracts, { early });
}

export function isWorthAThread({ kind }: FileFormat): boolean {
  return WORTH_A_THREAD.has(kind);
}
