import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CasparianError, errorMessage, hint } from '../../../platform/index.js';

/** Writes a file completely or not at all. Replaces an existing one. */
export async function writeWholeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const staged = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`);
  try {
    // Rows may be private, so only the owner can read the file.
    await pipeline(Readable.from(lines), createWriteStream(staged, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(staged, path);
  } catch (error) {
    await unlink(staged).catch(() => undefined);
    if (!isSystemError(error)) throw error;
    throw new CasparianError('OUTPUT_UNWRITABLE', `Cannot write ${path}`, {
      why: `The system reported: ${errorMessage(error)}.`,
      next: [hint('Write to another folder', { options: { output: 'FILE' } })],
      cause: error,
    });
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
