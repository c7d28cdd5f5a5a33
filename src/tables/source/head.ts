import { type FileHandle, open } from 'node:fs/promises';
import { CasparianError, errorMessage } from '../../platform/index.js';

/** More than a person looks at, and enough to tell what a file is. */
export const HEAD_BYTES = 1_024 * 1_024;

export interface Head {
  readonly bytes: Uint8Array;
  /** Whether these are all the bytes there are. */
  readonly isWhole: boolean;
  /** Null for what has no size, such as a pipe. */
  readonly fileBytes: number | null;
}

export interface FilePlace {
  /** For people. */
  readonly path: string;
  /** For the operating system. */
  readonly at: string | Buffer;
  /** All bytes of a file that was read already. */
  readonly content?: Uint8Array | undefined;
}

/** The first bytes of a file. */
export async function readHead({ path, at, content }: FilePlace): Promise<Head> {
  if (content !== undefined) return headOf(content);
  let file: FileHandle | undefined;
  try {
    file = await open(at);
    const stats = await file.stat();
    if (stats.isDirectory()) throw isFolder(path);
    // Files of the system that tell no size (/proc) say 0.
    const isSmall = stats.isFile() && stats.size > 0 && stats.size < HEAD_BYTES;
    const bytes = await readUpTo(file, isSmall ? stats.size + 1 : HEAD_BYTES + 1);
    return {
      bytes: bytes.subarray(0, HEAD_BYTES),
      isWhole: bytes.length <= HEAD_BYTES,
      fileBytes: stats.isFile() ? stats.size : null,
    };
  } catch (error) {
    throw readFailure(path, error);
  } finally {
    await file?.close();
  }
}

function headOf(content: Uint8Array): Head {
  const bytes = content.subarray(0, HEAD_BYTES);
  return { bytes, isWhole: content.length <= HEAD_BYTES, fileBytes: content.length };
}

/** A pipe gives what it has at the moment, so one read is not enough. */
async function readUpTo(file: FileHandle, maxBytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(maxBytes);
  let filled = 0;
  while (filled < maxBytes) {
    const { bytesRead } = await file.read(buffer, filled, maxBytes - filled, null);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function isFolder(path: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${path}' is a folder`, {
    why: 'A preview shows the content of one file.',
    next: [`List what is in it and name a file: ls '${path}'`],
  });
}

/** Anything that went wrong on the way to a file's bytes, with its code. */
export function readFailure(path: string, error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return isFolder(path);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new CasparianError('INPUT_NOT_FOUND', `There is no file '${path}'`, { cause: error });
  }
  const why = code === 'EACCES' || code === 'EPERM' ? 'This user may not read it.' : errorMessage(error);
  return new CasparianError('INPUT_UNREADABLE', `'${path}' cannot be read`, { why, cause: error });
}
