import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileFormat } from '../format/file-format.js';
import { CHUNK_BYTES } from './file-chunks.js';
import { createUnzstd } from './unzstd.js';

/** What unpacks a stream, by how it is packed. */
export const UNPACKERS: Readonly<Record<Exclude<FileFormat['compression'], 'none'>, () => Transform>> = {
  // Gzip files that were written one behind the other are one file, which zlib knows.
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  zstd: createUnzstd,
};
