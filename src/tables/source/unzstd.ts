import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';
import xxhash, { type XXHash } from 'xxhash-wasm';

/** The library joins each piece with what it has kept: small pieces were twice as fast as large ones. */
const PIECE_BYTES = 16 * 1_024;
const NOTHING = new Uint8Array(0);

/** Decompresses zstd, which Node has from 22.15 on only. Reads concatenated frames as one file and checks their checksums. */
export function createUnzstd(): Transform {
  let frames: FrameSplitter | null = null;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      attempt(async () => {
        frames ??= createDecompression(await xxhash(), (decompressed) => this.push(decompressed));
        frames.push(chunk);
      }, done);
    },
    flush(done) {
      attempt(() => Promise.resolve(frames?.end()), done);
    },
  });
}

function attempt(work: () => Promise<void>, done: (error: Error | null) => void): void {
  work().then(
    () => done(null),
    (error: unknown) => done(error as Error),
  );
}

interface Hashes {
  create64(): XXHash<bigint>;
}

/** Decompresses each frame separately, so that its content can be compared with its checksum. */
function createDecompression(hashes: Hashes, push: (decompressed: Uint8Array) => void): FrameSplitter {
  let hash = hashes.create64();
  const startFrame = () =>
    new Decompress((decompressed) => {
      if (decompressed.length === 0) return;
      hash.update(decompressed);
      // The next block overwrites the window.
      push(decompressed.slice());
    });
  let frame = startFrame();
  return createFrameSplitter({
    bytes(piece) {
      for (let at = 0; at < piece.length; at += PIECE_BYTES) frame.push(piece.slice(at, at + PIECE_BYTES));
    },
    end(checksum) {
      frame.push(NOTHING, true);
      if (checksum !== null && BigInt.asUintN(32, hash.digest()) !== BigInt(checksum)) {
        throw new Error('its checksum does not match its content');
      }
      hash = hashes.create64();
      frame = startFrame();
    },
  });
}

interface FrameHandler {
  /** Bytes of the current frame, in order. */
  bytes(piece: Uint8Array): void;
  /** The frame is complete. `checksum` is null when the frame has none. */
  end(checksum: number | null): void;
}

interface FrameSplitter {
  push(chunk: Uint8Array): void;
  /** Throws when a frame is incomplete. */
  end(): void;
}

/** The number of bytes to read next, and whether they belong to the frame. */
interface Wanted {
  readonly count: number;
  readonly isContent: boolean;
  readonly isStart?: boolean;
}

const FRAME_START = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
const FRAME_MAGIC = 0xfd2f_b528;
/** Frames for data of the writer. `pzstd` begins with one. */
const SKIPPABLE_MAGIC = 0x184d_2a50;

/** Finds the borders of the frames in a zstd file (RFC 8878): the library does not report them, and checksums are per frame. */
function createFrameSplitter(handler: FrameHandler): FrameSplitter {
  const frames = splitFrames(handler);
  let wanted = frames.next().value;
  let had = 0;
  let number = 0;
  const goOn = (): void => {
    while (had === wanted.count) {
      wanted = frames.next(number).value;
      had = 0;
      number = 0;
    }
  };
  return {
    push(chunk) {
      for (let at = 0; at < chunk.length;) {
        const piece = chunk.subarray(at, at + wanted.count - had);
        for (let index = 0; had + index < 4 && index < piece.length; index += 1) {
          number += (piece[index] ?? 0) * 256 ** (had + index);
        }
        if (wanted.isContent) handler.bytes(piece);
        had += piece.length;
        at += piece.length;
        goOn();
      }
    },
    end() {
      if (had > 0 || wanted.isStart !== true) throw new Error('unexpected EOF');
    },
  };
}

/** Yields what to read next and receives its first four bytes as a number. */
function* splitFrames(handler: FrameHandler): Generator<Wanted, never, number> {
  for (;;) {
    const magic = yield { count: 4, isContent: false, isStart: true };
    if (magic - (magic % 16) === SKIPPABLE_MAGIC) {
      yield { count: yield { count: 4, isContent: false }, isContent: false };
      continue;
    }
    if (magic !== FRAME_MAGIC) throw new Error('a frame does not begin where one should');
    handler.bytes(FRAME_START);
    const descriptor = yield { count: 1, isContent: true };
    if ((descriptor & 3) !== 0) throw new Error('it was compressed with a dictionary, which is not in the file');
    yield { count: headerBytes(descriptor), isContent: true };
    for (let isLast = false; !isLast;) {
      const block = yield { count: 3, isContent: true };
      isLast = (block & 1) === 1;
      // A run of one byte is stored as one byte, whatever the block size is.
      const isRun = ((block >> 1) & 3) === 1;
      yield { count: isRun ? 1 : block >> 3, isContent: true };
    }
    const hasChecksum = (descriptor & 4) !== 0;
    handler.end(hasChecksum ? yield { count: 4, isContent: true } : null);
  }
}

/** The bytes after the descriptor: window size, unless the frame is a single segment, and content size. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1;
  const sizeFlag = descriptor >> 6;
  return 1 - isSingle + (sizeFlag === 0 ? isSingle : 2 ** sizeFlag);
}
