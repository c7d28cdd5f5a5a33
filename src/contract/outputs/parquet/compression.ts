import { compress, compressSync } from 'snappy';

export type Codec = 'SNAPPY' | 'UNCOMPRESSED';

/** Pages being compressed at most, in bytes. The thread pool is never without work, and memory stays flat. */
const IN_FLIGHT_BYTES = 4_194_304;

const SMALL_BYTES = 8_192;

/** Snappy of the first bytes of a chunk says enough about the rest. */
const SAMPLE_BYTES = 32_768;
const WORTHWHILE_RATIO = 0.9;

export interface Trial {
  readonly codec: Codec;
  /** The page itself, compressed, when it was no larger than a sample. */
  readonly compressed: Uint8Array | null;
}

/**
 * Whether a column chunk, whose first page this is, is written compressed. Random doubles hardly shrink, and are slow to
 * compress. Asked of a sample on the spot (0.1 ms) and not of the compressed page, so that the
 * answer never depends on how fast the thread pool was.
 */
export function tryFirstPage(page: Uint8Array): Trial {
  const middle = Math.max(0, (page.byteLength - SAMPLE_BYTES) >>> 1);
  const sample = page.subarray(middle, middle + SAMPLE_BYTES);
  const compressed = compressSync(sample, { copyOutputData: true });
  return {
    codec: compressed.byteLength <= sample.byteLength * WORTHWHILE_RATIO ? 'SNAPPY' : 'UNCOMPRESSED',
    compressed: sample.byteLength === page.byteLength ? compressed : null,
  };
}

/** Compresses pages on the thread pool while the caller encodes the next. */
export class Compression {
  #inFlightBytes = 0;
  #waiting: (() => void) | null = null;

  async compress(bytes: Uint8Array): Promise<Uint8Array> {
    // The way to another thread and back would take longer.
    if (bytes.byteLength <= SMALL_BYTES) return compressSync(bytes, { copyOutputData: true });
    this.#inFlightBytes += bytes.byteLength;
    try {
      // Without the copy the result keeps the room for the longest possible one until the garbage collector comes by.
      return await compress(bytes, { copyOutputData: true });
    } finally {
      this.#inFlightBytes -= bytes.byteLength;
      if (this.#inFlightBytes <= IN_FLIGHT_BYTES) this.#waiting?.();
    }
  }

  /** Resolves when there is little enough under way to begin more. */
  async room(): Promise<void> {
    while (this.#inFlightBytes > IN_FLIGHT_BYTES) {
      await new Promise<void>((resolve) => (this.#waiting = resolve));
      this.#waiting = null;
    }
  }
}
