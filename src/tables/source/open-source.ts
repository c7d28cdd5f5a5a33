import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { CHUNK_BYTES, type Compression, DECOMPRESSORS } from './compression.js';
import { readFailure } from './head.js';
import type { InputFile } from './input-file.js';
import { DEFAULT_UNPACK_LIMITS, requireWithinLimits } from './unpack-limits.js';

/** Yields the decompressed bytes of a file. A chunk is valid until the next one is requested. */
export async function* openSource(
  file: InputFile,
  compression: Compression | 'none',
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (compression === 'none') {
    yield* fileChunks(file, signal);
    return;
  }
  // A stream keeps chunks while it works on them, so they must be copies.
  let compressedBytes = 0;
  const counted = copies(fileChunks(file, signal), (bytes) => (compressedBytes += bytes));
  const compressed = Readable.from(counted, { objectMode: false });
  const decompressor = DECOMPRESSORS[compression]();
  // `pipe` forwards data, not failures: an unreadable file must not look like a complete one.
  compressed.on('error', (error) => decompressor.destroy(error));
  let decompressedBytes = 0;
  try {
    for await (const chunk of compressed.pipe(decompressor) as AsyncIterable<Uint8Array>) {
      decompressedBytes += chunk.length;
      const sizes = { packed: compressedBytes, unpacked: decompressedBytes };
      requireWithinLimits(file.name, sizes, file.unpackLimits ?? DEFAULT_UNPACK_LIMITS);
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw damagedCompression(file.name, compression, decompressedBytes, error);
  } finally {
    compressed.destroy();
  }
}

async function* copies(chunks: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield Buffer.from(chunk);
  }
}

/**
 * Yields the bytes of a file. There are two buffers: one is read by the caller while the other is filled, so a chunk is
 * valid until the next but one is requested. A stream would allocate a buffer for each chunk.
 */
async function* fileChunks(file: InputFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (file.content !== undefined) {
    if (file.content.length > 0) yield file.content;
    return;
  }
  let handle: FileHandle | null = null;
  let reading: Promise<Uint8Array> | null = null;
  try {
    handle = await open(file.bytes ?? file.path);
    const { size } = await handle.stat();
    // One byte more than a small file has, so that its end is seen at once.
    const chunkBytes = size > 0 && size < CHUNK_BYTES ? size + 1 : CHUNK_BYTES;
    let [next, other] = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)];
    reading = readChunk(handle, next);
    for (;;) {
      const chunk = await reading;
      reading = null;
      signal.throwIfAborted();
      if (chunk.length === 0) return;
      [next, other] = [other, next];
      reading = readChunk(handle, next);
      // A failure is reported when the chunk is awaited.
      reading.catch(() => undefined);
      yield chunk;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw readFailure(file.name, error);
  } finally {
    await reading?.catch(() => undefined);
    await handle?.close();
  }
}

async function readChunk(handle: FileHandle, buffer: Buffer): Promise<Uint8Array> {
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
  return buffer.subarray(0, bytesRead);
}

/** A part of the content must not be read as all of it. */
function damagedCompression(
  name: string,
  compression: Compression,
  decompressedBytes: number,
  error: unknown,
): CasparianError {
  if (error instanceof CasparianError) return error;
  return new CasparianError('INPUT_UNREADABLE', `'${name}' cannot be unpacked`, {
    why: `Its ${compression} data is damaged or cut off: ${errorMessage(error)}, after ${decompressedBytes} bytes had been unpacked.`,
    next: ['Fetch the file again from where it came from.'],
    cause: error,
  });
}
