import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createUnzstd } from './unzstd.js';

export type Compression = 'gzip' | 'zstd';

/** Large enough that the calls cost nothing, small enough that a chunk stays in the processor's cache. */
export const CHUNK_BYTES = 1_024 * 1_024;

/** Creates the stream that decompresses a file. */
export const DECOMPRESSORS: Readonly<Record<Compression, () => Transform>> = {
  // A file may consist of several concatenated gzip members; zlib reads them as one.
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  zstd: createUnzstd,
};

/** The compression that the first bytes name. */
export function compressionOf(bytes: Uint8Array): Compression | null {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  return isZstd(bytes) ? 'zstd' : null;
}

function isZstd([first = 0, second, third, fourth]: Uint8Array): boolean {
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return true;
  // A skippable frame may come first; the writer chooses the lower half of its first byte.
  return first >= 0x50 && first <= 0x5f && second === 0x2a && third === 0x4d && fourth === 0x18;
}
