import type { FileHandle } from 'node:fs/promises';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { CasparianError, errorMessage } from '../../platform/index.js';

export type ParquetFile = AsyncBuffer;

/** The limit of one read, whatever the lengths in the file are; a preview needs little. */
const LONGEST_READ_BYTES = 64 * 1_024 * 1_024;

/** An open file as hyparquet reads it: in slices. */
export function randomAccess(
  handle: FileHandle,
  byteLength: number,
  longestReadBytes = LONGEST_READ_BYTES,
): ParquetFile {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const length = Math.min(end, byteLength) - start;
      if (!(length >= 0 && length <= longestReadBytes)) throw new Error(`a part of it has ${length} bytes`);
      const buffer = new ArrayBuffer(length);
      for (let filled = 0; filled < length;) {
        const { bytesRead } = await handle.read(new Uint8Array(buffer), filled, length - filled, start + filled);
        if (bytesRead === 0) throw new Error('it is shorter than it was');
        filled += bytesRead;
      }
      return buffer;
    },
  };
}

/** Reads the metadata at the end of a Parquet file. */
export async function readMetadata(file: ParquetFile, path: string): Promise<FileMetaData> {
  try {
    return await parquetMetadataAsync(file);
  } catch (error) {
    throw new CasparianError('INPUT_UNREADABLE', `'${path}' is a damaged Parquet file`, {
      why: `It begins like one, but the description of its columns at its end cannot be read: ${errorMessage(error)}.`,
      next: ['Copy or write it again: usually such a file was cut off.'],
      cause: error,
    });
  }
}
