import { Readable } from 'node:stream';
import type { FileFormat } from '../format/file-format.js';
import type { InputFile } from './input-file.js';
import { damagedPacking } from './damaged-packing.js';
import { fileChunks } from './file-chunks.js';
import { UNPACKERS } from './unpackers.js';

type Compression = FileFormat['compression'];

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
  let unpackedBytes = 0;
  try {
    for await (const chunk of packed.pipe(unpacked) as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.length;
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw damagedPacking(file.name, compression, unpackedBytes, error);
  } finally {
    packed.destroy();
  }
}

async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
