import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';
import xxhash, { type XXHash } from 'xxhash-wasm';
import { createFrameWalk, type FrameWalk } from './zstd-frames.js';

/** The library joins what it is given with what it has kept: small pieces went through twice as fast as large ones. */
const PIECE_BYTES = 16 * 1_024;
const NOTHING = new Uint8Array(0);

/** Unpacks zstd, which Node has only from 22.15 on. Frames one behind the other are one file; their checksums must fit. */
export function createUnzstd(): Transform {
  let frames: FrameWalk | null = null;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      attempt(async () => {
        frames ??= createUnpacking(await xxhash(), (unpacked) => this.push(unpacked));
        frames.push(chunk);
      }, done);
    },
    flush(done) {
      attempt(() => Promise.resolve(frames?.end()), done);
    },
  });
}

interface Hashes {
  create64(): XXHash<bigint>;
}

/** Each frame is unpacked by itself, so that what came out of it can be held against its checksum. */
function createUnpacking(hashes: Hashes, push: (unpacked: Uint8Array) => void): FrameWalk {
  let hash = hashes.create64();
  const startFrame = () =>
    new Decompress((unpacked) => {
      if (unpacked.length === 0) return;
      hash.update(unpacked);
      // Its window is written over by the next block.
      push(unpacked.slice());
    });
  let frame = startFrame();
  return createFrameWalk({
    bytes(piece) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) frame.push(piece.slice(at, at + PIECE_BYTES));
    },
    end(checksum) {
      frame.push(NOTHING, true);
      if (checksum !== null && BigInt.asUintN(32, hash.digest()) !== BigInt(checksum)) {
        throw new Error('its checksum is another than that of what was unpacked');
      }
      hash = hashes.create64();
      frame = startFrame();
    },
  });
}

function attempt(work: () => Promise<void>, done: (error: Error | null) => void): void {
  work().then(
    () => done(null),
    (error: unknown) => done(error as Error),
  );
}
