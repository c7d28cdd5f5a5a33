import { Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileFormat } from '../../formats/file-format.js';
import type { InputFile } from '../../run/inputs.js';
import { damagedPacking } from './damaged-packing.js';
import { CHUNK_BYTES, fileChunks } from './file-chunks.js';

type Compression = FileFormat['compression'];

/** What unpacks a stream, by how it is packed. */
const UNPACKERS: Readonly<Record<Exclude<Compression, 'none'>, () => Transform>> = {
  // Gzip files that were written one behind the other are one file, which zlib knows.
  gzip: () => createGunzip({ chunkSize: CHUNK_BYTES }),
  zstd: () => {
    throw new Error('zstd is not unpacked here');
  },
};

/** The bytes of a file, unpacked, chunk by chunk. A chunk holds until the next one is asked for. */
export async function* openSource(
  file: InputFile,
  compression: Compression,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (compression === 'none') {
    yield* fileChunks(file, signal);
    return;
  }
  // A stream keeps chunks while it works on them, so they must be its own.
  const packed = Readable.from(copies(fileChunks(file, signal)), { objectMode: false });
  const unpacked = UNPACKERS[compression]();
  // `pipe` hands on the data and not the failures: a file that cannot be read must not look like one that ends.
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    yield* packed.pipe(unpacked) as AsyncIterable<Uint8Array>;
  } catch (error) {
    signal.throwIfAborted();
    throw damagedPacking(file.name, compression, error);
  } finally {
    packed.destroy();
  }
}

async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
