/** What a walk through the frames of a file comes upon. */
export interface FrameHandler {
  /** Bytes of the frame at hand, from its first to its last, in pieces. */
  bytes(piece: Uint8Array): void;
  /** The frame is whole; `checksum` is that of what is packed in it, null when it has none. */
  end(checksum: number | null): void;
}

export interface FrameWalk {
  push(chunk: Uint8Array): void;
  /** Throws when a frame is not whole. */
  end(): void;
}

/** So many bytes are next; those that unpack to something are handed on. */
interface Wanted {
  readonly count: number;
  readonly isPacked: boolean;
  readonly isStart?: boolean;
}

const FRAME_START = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd);
const FRAME_MAGIC = 0xfd2f_b528;
/** Frames for whatever a writer wants to add. `pzstd` begins with one. */
const SKIPPABLE_MAGIC = 0x184d_2a50;

/** Finds the borders of the frames in a zstd file (RFC 8878): what unpacks them tells none, and each has its own checksum. */
export function createFrameWalk(handler: FrameHandler): FrameWalk {
  const frames = walkFrames(handler);
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
        if (wanted.isPacked) handler.bytes(piece);
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

/** Answers what it wants next, and is told the number that its first bytes are. */
function* walkFrames(handler: FrameHandler): Generator<Wanted, never, number> {
  for (;;) {
    const magic = yield { count: 4, isPacked: false, isStart: true };
    if (magic - (magic % 16) === SKIPPABLE_MAGIC) {
      yield { count: yield { count: 4, isPacked: false }, isPacked: false };
      continue;
    }
    if (magic !== FRAME_MAGIC) throw new Error('where a frame should begin there is something else');
    handler.bytes(FRAME_START);
    const descriptor = yield { count: 1, isPacked: true };
    if ((descriptor & 3) !== 0) throw new Error('it was packed with a dictionary, which is not in the file');
    yield { count: headerBytes(descriptor), isPacked: true };
    for (let isLast = false; !isLast;) {
      const block = yield { count: 3, isPacked: true };
      isLast = (block & 1) === 1;
      // One byte that is repeated is stored once, whatever the size says.
      const isRepeated = ((block >> 1) & 3) === 1;
      yield { count: isRepeated ? 1 : block >> 3, isPacked: true };
    }
    const hasChecksum = (descriptor & 4) !== 0;
    handler.end(hasChecksum ? yield { count: 4, isPacked: true } : null);
  }
}

/** What follows the descriptor: the size of the window, unless all is in one, and that of the content. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor >> 5) & 1;
  const sizeFlag = descriptor >> 6;
  return 1 - isSingle + (sizeFlag === 0 ? isSingle : 2 ** sizeFlag);
}
