import type { FileHandle } from 'node:fs/promises';
import type { AsyncBuffer } from 'hyparquet';

export type ParquetFile = AsyncBuffer;

/** No more than this is read at once, whatever the lengths in a file say; a preview needs little. */
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
