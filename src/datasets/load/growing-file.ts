import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const CHUNK_BYTES = 1_048_576;
const LOOK_EVERY_MS = 2;

/** The content of a file that is still being written, up to its end when `written` resolves. Fails if `written` does. */
export async function* growingFile(path: string, written: Promise<unknown>): AsyncGenerator<Buffer> {
  const state: { isWritten: boolean; failure?: unknown } = { isWritten: false };
  const ending = written.then(
    () => (state.isWritten = true),
    (error: unknown) => (state.failure = error),
  );
  const pause = (): Promise<unknown> => Promise.race([ending, sleep(LOOK_EVERY_MS)]);
  let file: FileHandle | undefined;
  try {
    for (;;) {
      // Read before the file: what was written until now is in it.
      const isLast = state.isWritten;
      if (state.failure !== undefined) throw state.failure;
      file ??= await openIfThere(path);
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      const bytesRead = file === undefined ? 0 : (await file.read(buffer, 0, CHUNK_BYTES)).bytesRead;
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
      else if (isLast) return;
      else await pause();
    }
  } finally {
    await file?.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
