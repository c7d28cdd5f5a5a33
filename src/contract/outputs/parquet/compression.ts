import { compress, compressSync } from 'snappy';

export type Codec = 'SNAPPY' | 'UNCOMPRESSED';

/** The maximum number of bytes being compressed: it keeps the thread pool busy and memory bounded. */
const IN_FLIGHT_BYTES = 4_194_304;

const SMALL_BYTES = 8_192;

/** Compressing the first bytes of a chunk is enough to decide for the rest. */
const SAMPLE_BYTES = 32_768;
const WORTHWHILE_RATIO = 0.9;

/** Snappy finds repetitions within so many bytes: with fewer, keys that recur look like noise. */
const ESTIMATE_BYTES = 65_536;

export interface Trial {
  readonly codec: Codec;
  /** The compressed page, if it was at most as large as a sample. */
  readonly compressed: Uint8Array | null;
}

/**
 * Decides whether a column chunk with this first page is compressed. Random doubles hardly shrink, and are slow to
 * compress. A sample is compressed synchronously (0.1 ms), so that the result never depends on the speed of the thread
 * pool.
 */
export function tryFirstPage(page: Uint8Array): Trial {
  const sample = middleOf(page, SAMPLE_BYTES);
  const compressed = compressSync(sample, { copyOutputData: true });
  return {
    codec: compressed.byteLength <= sample.byteLength * WORTHWHILE_RATIO ? 'SNAPPY' : 'UNCOMPRESSED',
    compressed: sample.byteLength === page.byteLength ? compressed : null,
  };
}

/** The size of a page after compression, estimated from its middle. */
export function estimateCompressed(page: Uint8Array): number {
  const sample = middleOf(page, ESTIMATE_BYTES);
  const { byteLength } = compressSync(sample);
  return (byteLength / sample.byteLength) * page.byteLength;
}

function middleOf(page: Uint8Array, bytes: number): Uint8Array {
  const middle = Math.max(0, (page.byteLength - bytes) >>> 1);
  return page.subarray(middle, middle + bytes);
}

/** Compresses pages on the thread pool while the caller encodes the next. */
export class Compression {
  #inFlightBytes = 0;
  #waiting: (() => void) | null = null;

  async compress(bytes: Uint8Array): Promise<Uint8Array> {
    // For small pages, another thread would take longer.
    if (bytes.byteLength <= SMALL_BYTES) return compressSync(bytes, { copyOutputData: true });
    this.#inFlightBytes += bytes.byteLength;
    try {
      // Without the copy, the result keeps a buffer of the maximum size until garbage collection.
      return await compress(bytes, { copyOutputData: true });
    } finally {
      this.#inFlightBytes -= bytes.byteLength;
      if (this.#inFlightBytes <= IN_FLIGHT_BYTES) this.#waiting?.();
    }
  }

  /** Resolves when fewer bytes are in progress. */
  async room(): Promise<void> {
    while (this.#inFlightBytes > IN_FLIGHT_BYTES) {
      await new Promise<void>((resolve) => (this.#waiting = resolve));
      this.#waiting = null;
    }
  }
}
