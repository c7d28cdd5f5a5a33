import type { FileHandle } from 'node:fs/promises';
import type { AsyncBuffer } from 'hyparquet';

export type ParquetFile = AsyncBuffer;

/** No more than this is read at once, whatever the lengths in a file say. */
const LONGEST_READ_BYTES = 64 * 1_024 * 1_024;

/** An open file as hyparquet reads it: in slices. */
export function randomAccess(handle: FileHandle, byteLength: number): ParquetFile {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const length = Math.min(end, byteLength) - start;
      if (!(length >= 0 && length <= LONGEST_READ_BYTES)) throw new Error(`a part of it has ${length} bytes`);
      const buffer = new ArrayBuffer(length);
      await handle.read(new Uint8Array(buffer), 0, length, start);
      return buffer;
    },
  };
}
