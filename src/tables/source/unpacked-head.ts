import { Readable } from 'node:stream';
import { UNPACKERS } from './unpackers.js';
import { HEAD_BYTES, type Head } from './head.js';

export interface UnpackedHead {
  readonly head: Head;
  readonly notes: readonly string[];
}

/** Few pieces, for each is a turn of the thread pool; more than one, for the first may be enough. */
const PIECE_BYTES = HEAD_BYTES / 8;

/** What the first bytes of a packed file unpack to: as far as they go, and never more than a head. */
export function readUnpackedHead(packed: Head, compression: keyof typeof UNPACKERS): Promise<UnpackedHead> {
  return new Promise((resolve) => {
    const unpacker = UNPACKERS[compression]();
    const source = Readable.from(pieces(packed.bytes), { objectMode: false });
    const chunks: Buffer[] = [];
    let filled = 0;
    const done = (isWhole: boolean, notes: string[]) => {
      source.destroy();
      unpacker.removeAllListeners('data').destroy();
      const bytes = Buffer.concat(chunks).subarray(0, HEAD_BYTES);
      resolve({ head: { bytes, isWhole, fileBytes: null }, notes });
    };
    unpacker.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      filled += chunk.length;
      if (filled > HEAD_BYTES) done(false, []);
    });
    unpacker.on('end', () => done(packed.isWhole, []));
    unpacker.on('error', (error: Error) => {
      // The head of a longer file ends in the middle of what was packed.
      const isCut = !packed.isWhole && /unexpected end of file|unexpected EOF/.test(error.message);
      done(false, isCut ? [] : [`The ${compression} data is damaged: ${error.message}.`]);
    });
    source.pipe(unpacker);
  });
}

function* pieces(bytes: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield Buffer.from(bytes.subarray(at, at + PIECE_BYTES));
}
