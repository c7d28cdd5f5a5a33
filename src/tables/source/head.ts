import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CasparianError, errorMessage } from '../../platform/index.js';
import { type Compression, compressionOf, DECOMPRESSORS } from './compression.js';
import type { InputFile } from './input-file.js';

/** More than a person looks at, and enough to detect the format. */
const HEAD_BYTES = 1_024 * 1_024;
const TAIL_BYTES = 64 * 1_024;

/** The first bytes of a file. */
export interface Head {
  readonly bytes: Uint8Array;
  /** Whether these are all bytes of the file. */
  readonly isWhole: boolean;
  /** Null if it has no size, such as a pipe. */
  readonly fileBytes: number | null;
}

/** Both ends of a file, decompressed. */
export interface FileEnds {
  readonly compression: Compression | 'none';
  readonly head: Head;
  /** The last bytes, when the head is not the whole file; null when they are not known (compressed files, pipes). */
  readonly tail: Uint8Array | null;
}

export interface DecompressedHead {
  readonly head: Head;
  readonly notes: readonly string[];
}

export async function readEnds(file: InputFile): Promise<FileEnds> {
  const head = await readHead(file);
  const compression = compressionOf(head.bytes);
  if (compression !== null) {
    const inside = await decompressHead(head, compression);
    if (inside.head.bytes.length === 0 && inside.notes.length > 0) throw damagedFromTheStart(file.name, inside.notes);
    return { compression, head: inside.head, tail: null };
  }
  const hasTail = !head.isWhole && head.fileBytes !== null;
  return { compression: 'none', head, tail: hasTail ? await readTail(file, head.fileBytes) : null };
}

export async function readHead({ name, path, bytes: pathBytes, content }: InputFile): Promise<Head> {
  if (content !== undefined) {
    const bytes = content.subarray(0, HEAD_BYTES);
    return { bytes, isWhole: content.length <= HEAD_BYTES, fileBytes: content.length };
  }
  let file: FileHandle | undefined;
  try {
    // Before it is opened: opening a pipe waits for a writer, and nothing can interrupt that.
    if (!isReadable(await stat(pathBytes ?? path))) throw notAFile(name);
    file = await open(pathBytes ?? path);
    const stats = await file.stat();
    if (stats.isDirectory()) throw isFolder(name);
    // Files in /proc report a size of 0.
    const isSmall = stats.isFile() && stats.size > 0 && stats.size < HEAD_BYTES;
    const bytes = await readUpTo(file, isSmall ? stats.size + 1 : HEAD_BYTES + 1);
    return {
      bytes: bytes.subarray(0, HEAD_BYTES),
      isWhole: bytes.length <= HEAD_BYTES,
      fileBytes: stats.isFile() ? stats.size : null,
    };
  } catch (error) {
    throw readFailure(name, error);
  } finally {
    await file?.close();
  }
}

/** A pipe returns what it has at the moment, so one read is not enough. */
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

/** Starts at a multiple of four: UTF-16 has two bytes per unit, UTF-32 four. */
async function readTail({ name, path, bytes }: InputFile, fileBytes: number): Promise<Uint8Array> {
  const start = Math.floor((fileBytes - TAIL_BYTES) / 4) * 4;
  try {
    const file = await open(bytes ?? path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(fileBytes - start), 0, fileBytes - start, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readFailure(name, error);
  }
}

/** Few pieces, because each is a turn of the thread pool; more than one, because the first may be enough. */
const PIECE_BYTES = HEAD_BYTES / 8;

/** Decompresses the first bytes of a file, up to the size of a head. */
export function decompressHead(compressed: Head, compression: Compression): Promise<DecompressedHead> {
  return new Promise((resolve) => {
    const decompressor = DECOMPRESSORS[compression]();
    const source = Readable.from(pieces(compressed.bytes), { objectMode: false });
    const chunks: Buffer[] = [];
    let filled = 0;
    const done = (isWhole: boolean, notes: string[]) => {
      source.destroy();
      decompressor.removeAllListeners('data').destroy();
      const bytes = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
      resolve({ head: { bytes, isWhole, fileBytes: null }, notes });
    };
    decompressor.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      filled += chunk.length;
      if (filled > HEAD_BYTES) done(false, []);
    });
    decompressor.on('end', () => done(compressed.isWhole, []));
    decompressor.on('error', (error: Error) => {
      // The head of a longer file ends in the middle of the compressed data.
      const isCut = !compressed.isWhole && /unexpected end of file|unexpected EOF/.test(error.message);
      done(false, isCut ? [] : [`The ${compression} data is damaged: ${error.message}.`]);
    });
    source.pipe(decompressor);
  });
}

function* pieces(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield Buffer.from(bytes.subarray(at, at + PIECE_BYTES));
}

/** Differs from an empty file: the first bytes are damaged, so the content is unknown. */
function damagedFromTheStart(name: string, notes: readonly string[]): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' cannot be unpacked`, {
    why: notes.join(' '),
    next: ['Fetch the file again from where it came from.'],
  });
}

/** Converts any failure to read a file into an error with a code. */
export function readFailure(name: string, error: unknown): CasparianError {
  if (error instanceof CasparianError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return isFolder(name);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new CasparianError('INPUT_NOT_FOUND', `There is no file '${name}'`, { cause: error });
  }
  const why = code === 'EACCES' || code === 'EPERM' ? 'This user has no permission to read it.' : errorMessage(error);
  return new CasparianError('INPUT_UNREADABLE', `'${name}' cannot be read`, { why, cause: error });
}

/** Folders have their own message. */
function isReadable(stats: Stats): boolean {
  return stats.isFile() || stats.isDirectory();
}

function notAFile(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is a pipe or a device`, {
    why: 'Files are read more than once, and a pipe can be read only once.',
    next: ['Write it to a file first.'],
  });
}

function isFolder(name: string): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${name}' is a folder`, {
    why: 'One file is expected here.',
    next: [`List the files in it and name one: ls '${name}'`],
  });
}
