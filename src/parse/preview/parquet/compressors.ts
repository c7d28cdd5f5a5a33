import * as zlib from 'node:zlib';
import type { Compressors } from 'hyparquet';

/** Snappy is built into hyparquet, the rest is Node's; zstd only in Node 22.15 and later. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => zlib.gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => zlib.brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input) => unzstd(input),
  LZ4_RAW: () => refuse('LZ4'),
  LZ4: () => refuse('LZ4'),
};

function unzstd(input: Uint8Array): Uint8Array {
  const { zstdDecompressSync } = zlib as { zstdDecompressSync?: (input: Uint8Array) => Uint8Array };
  return zstdDecompressSync?.(input) ?? refuse('zstd');
}

function refuse(codec: string): never {
  throw new Error(`the values are compressed with ${codec}, which this Node cannot unpack`);
}
