import { type FileHandle, open } from 'node:fs/promises';
import { readFailure } from './head.js';
import type { InputFile } from './input-file.js';

/** Large enough that the calls cost nothing, small enough that what is read stays in the processor's cache. */
export const CHUNK_BYTES = 1_024 * 1_024;

/**
 * The bytes of a file. A chunk holds until the next but one is asked for: there are two buffers, and while the one is
 * looked at the other is filled. A stream makes a new buffer for each chunk.
 */
export async function* fileChunks(file: InputFile, signal: AbortSignal): AsyncGenerator<Uint8Array> {
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
      // Its failure is heard when it is waited for, not before.
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
