import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors, FileMetaData } from 'hyparquet';
import { decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';

/** Snappy is built into hyparquet, gzip and Brotli are Node's, which are native and bounded. */
export const COMPRESSORS: Compressors = {
  GZIP: (input, outputLength) => gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  BROTLI: (input, outputLength) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) }),
  ZSTD: (input, outputLength) => decompressZstd(input, new Uint8Array(outputLength)),
  LZ4_RAW: decompressLz4Raw,
  LZ4: decompressLz4,
};

/** The library converts these to floats, or does not read them at all. */
const CONVERSIONS: ReadonlySet<string | undefined> = new Set(['DECIMAL', 'INTERVAL', 'BSON']);
/** The library converts these to JavaScript values, which hold less. */
const LOGICAL: ReadonlySet<string | undefined> = new Set(['VARIANT', 'GEOMETRY', 'GEOGRAPHY']);

/** Removes annotations, so that the library returns values as they are stored. */
export function withoutConversions(metadata: FileMetaData): FileMetaData {
  return {
    ...metadata,
    schema: metadata.schema.map(({ converted_type: converted, logical_type: logical, ...stored }) => ({
      ...stored,
      ...(converted === undefined || CONVERSIONS.has(converted) ? {} : { converted_type: converted }),
      ...(logical === undefined || LOGICAL.has(logical.type) ? {} : { logical_type: logical }),
    })),
  };
}
