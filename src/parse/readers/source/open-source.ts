import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import { readFailure } from '../../formats/head.js';
import type { FileFormat } from '../../formats/file-format.js';
import type { InputFile } from '../../run/inputs.js';
import { damagedPacking } from './damaged-packing.js';

/** Large enough that the calls cost nothing, small enough that what is read stays in the processor's cache. */
const CHUNK_BYTES = 1_024 * 1_024;

type Compression = FileFormat['compression'];

/** What unpacks a stream, by how it is packed. */
const UNPACKERS: Readonly<Record<Exclude<Compression, 'none'>, () => NodeJS.ReadWriteStream & Readable>> = {
  // Gzip files that were written one behind the other are one file, which zlib knows.
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  zstd: () => {
    throw new Error('zstd is not unpacked here');
  },
};

/** The bytes of a file, unpacked, chunk by chunk. A chunk is the caller's. */
export async function* openSource(
  file: InputFile,
  compression: Compression,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const raw = createReadStream(file.bytes ?? file.path, { highWaterMark: CHUNK_BYTES, signal });
  if (compression === 'none') return yield* withFailures(raw, (error) => readFailure(file.name, error), signal);
  const unpacked = UNPACKERS[compression]();
  // `pipe` hands on the data and not the failures: a file that cannot be read must not look like one that ends.
  raw.on('error', (error) => unpacked.destroy(readFailure(file.name, error)));
  raw.pipe(unpacked);
  try {
    yield* withFailures(unpacked, (error) => damagedPacking(file.name, compression, error), signal);
  } finally {
    raw.destroy();
  }
}

async function* withFailures(
  stream: Readable,
  toError: (error: unknown) => Error,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    signal.throwIfAborted();
    throw toError(error);
  }
}
