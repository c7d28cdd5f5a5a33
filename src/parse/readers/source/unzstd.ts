import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';

/** The library joins what it is given with what it has kept: small pieces went through twice as fast as large ones. */
const PIECE_BYTES = 16 * 1_024;

/** Unpacks zstd, which Node has only from 22.15 on. Frames one behind the other are one file. */
export function createUnzstd(): Transform {
  let isBegun = false;
  const unzstd = new Decompress();
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      isBegun ||= chunk.length > 0;
      unzstd.ondata = (unpacked) => this.push(unpacked.slice());
      done(
        attempt(() => {
          for (let at = 0; at < chunk.length; at += PIECE_BYTES) unzstd.push(chunk.slice(at, at + PIECE_BYTES));
        }),
      );
    },
    flush(done) {
      unzstd.ondata = (unpacked) => this.push(unpacked.slice());
      done(isBegun ? attempt(() => void unzstd.push(new Uint8Array(0), true)) : null);
    },
  });
}

function attempt(work: () => void): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Error;
  }
}
