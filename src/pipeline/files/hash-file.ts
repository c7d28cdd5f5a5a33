import { type FileHandle, open } from 'node:fs/promises';
import { contentHasher } from '../content-hasher.js';

/** Larger pieces are not hashed faster, and each would block the event loop for more than a third of a millisecond. */
const PIECE_BYTES = 1_048_576;

/** BLAKE3 of a file's content, in hex. The next piece is read by another thread while this one is hashed. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const file = await open(path, 'r');
  try {
    return await hashOf(file, signal);
  } finally {
    await file.close();
  }
}

async function hashOf(file: FileHandle, signal: AbortSignal | undefined): Promise<string> {
  const hasher = await contentHasher();
  let filling = Buffer.allocUnsafe(PIECE_BYTES);
  let full = Buffer.allocUnsafe(PIECE_BYTES);
  let reading = file.read(filling, 0, PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await reading;
    signal?.throwIfAborted();
    if (bytesRead === 0) return hasher.digest('hex');
    [filling, full] = [full, filling];
    reading = file.read(filling, 0, PIECE_BYTES);
    hasher.update(full.subarray(0, bytesRead));
  }
}
