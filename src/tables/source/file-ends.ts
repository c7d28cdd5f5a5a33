import { open } from 'node:fs/promises';
import { CasparianError } from '../../platform/index.js';
import type { FileFormat } from '../format/file-format.js';
import { type FilePlace, type Head, readFailure, readHead } from './head.js';
import { signatureOf } from '../format/signature.js';
import { readUnpackedHead } from './unpacked-head.js';

/** Both ends of a file, unpacked. */
export interface FileEnds {
  readonly compression: FileFormat['compression'];
  readonly head: Head;
  /** The last bytes of a file whose head is not all of it; null for what must be read from the start (packed, a pipe). */
  readonly tail: Uint8Array | null;
}

const TAIL_BYTES = 64 * 1_024;

export async function readEnds(place: FilePlace): Promise<FileEnds> {
  const head = await readHead(place);
  const compression = signatureOf(head.bytes, place.path);
  if (compression === 'gzip' || compression === 'zstd') {
    const inside = await readUnpackedHead(head, compression);
    if (inside.head.bytes.length === 0 && inside.notes.length > 0) throw nothingUnpacked(place.path, inside.notes);
    return { compression, head: inside.head, tail: null };
  }
  const hasTail = !head.isWhole && head.fileBytes !== null;
  return { compression: 'none', head, tail: hasTail ? await readTail(place, head.fileBytes) : null };
}

/** From a place on that four divides: UTF-16 has two bytes for a letter, UTF-32 four. */
async function readTail({ path, at }: FilePlace, fileBytes: number): Promise<Uint8Array> {
  const start = Math.floor((fileBytes - TAIL_BYTES) / 4) * 4;
  try {
    const file = await open(at);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(fileBytes - start), 0, fileBytes - start, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readFailure(path, error);
  }
}

/** Of a file whose first bytes are damaged nothing can be told; it is not the same as an empty one. */
function nothingUnpacked(path: string, notes: readonly string[]): CasparianError {
  return new CasparianError('INPUT_UNREADABLE', `'${path}' cannot be unpacked`, {
    why: notes.join(' '),
    next: ['Fetch the file again from where it came from.'],
  });
}
