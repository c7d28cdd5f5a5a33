import { estimateCompressed } from './compression.js';
import type { BoundsTracker } from './bounds.js';
import { packDeltas } from './deltas/pack-deltas.js';
import { packBits } from './hybrid-runs.js';
import { type Bounds, LEVELS_ROOM, type Page, type PageBuffer } from './page.js';

/** How the values of a column are stored. One object per column. */
export interface ValueEncoding {
  /** Encodes the values of a page in place. They are PLAIN until then, booleans a byte each. */
  encode(page: PageBuffer): Page['encoding'];
  /** The bounds of all values since the last call, which begins a chunk; null without bounds. */
  takeBounds(): Bounds | null;
}

export function plainValues(bounds: BoundsTracker): ValueEncoding {
  return {
    encode(page) {
      bounds.see(page, LEVELS_ROOM, page.end);
      return 'PLAIN';
    },
    takeBounds: () => bounds.take(),
  };
}

export function packedBooleans(): ValueEncoding {
  return {
    encode(page) {
      page.end = packBits(page.bytes, LEVELS_ROOM, page.end, 1, page.bytes, LEVELS_ROOM);
      return 'PLAIN';
    },
    takeBounds: () => null,
  };
}

/**
 * Integers are stored as differences, with as many bits as those need, unless compression makes the values smaller: a
 * few values far apart. Of 5 million rows with an id, a date and a price, these columns take 24 instead of 64 MB.
 * Packing costs 2 ns a value, and compressing ten times as much.
 */
export function integers(bytesPerValue: 4 | 8): ValueEncoding {
  let bounds: Bounds | null = null;
  /** Decided by the first page of a chunk, because all pages of a chunk are compressed, or none. */
  let isPacked: boolean | null = null;
  return {
    encode(page) {
      const plain = page.bytes.subarray(LEVELS_ROOM, page.end);
      if (plain.byteLength === 0) return 'PLAIN';
      const packed = packDeltas(plain, bytesPerValue);
      bounds = bounds === null ? packed.bounds : widened(bounds, packed.bounds);
      isPacked ??= isSmaller(packed.bytes, plain);
      if (!isPacked || packed.bytes.byteLength >= plain.byteLength) return 'PLAIN';
      page.bytes.set(packed.bytes, LEVELS_ROOM);
      page.end = LEVELS_ROOM + packed.bytes.byteLength;
      return 'DELTA_BINARY_PACKED';
    },
    takeBounds() {
      const taken = bounds;
      bounds = null;
      isPacked = null;
      return taken;
    },
  };
}

/** To compress a small page only to learn its size costs more than the few bytes that it could save: 3 % of the time of a small file. */
const SMALL_BYTES = 4_096;

/** Compression rarely makes integers smaller than this, and packed ones are compressed as well if they shrink. */
const CERTAIN_RATIO = 1 / 16;

function isSmaller(packed: Uint8Array, plain: Uint8Array): boolean {
  if (plain.byteLength <= SMALL_BYTES) return packed.byteLength <= plain.byteLength / 2;
  return packed.byteLength <= plain.byteLength * CERTAIN_RATIO || packed.byteLength <= estimateCompressed(plain);
}

function widened(one: Bounds, other: Bounds): Bounds {
  return { min: other.min < one.min ? other.min : one.min, max: other.max > one.max ? other.max : one.max };
}
