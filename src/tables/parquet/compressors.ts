import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';

/** Snappy is built into hyparquet, gzip and Brotli are Node's, which are native and bounded. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
  LZ4_RAW: decompressLz4Raw,
  LZ4: decompressLz4,
};
