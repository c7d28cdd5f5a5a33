import { LEVELS_ROOM, type PageBuffer } from './page-buffer.js';

/** Indexes of entries have at most 15 bits. */
export const DICTIONARY_ENTRIES = 32_768;
const DICTIONARY_BYTES = 524_288;

/**
 * The different values of a column chunk, in the order they came. They lie in the buffer of their page as PLAIN values
 * (a length, then the bytes), and are found through a table with open addressing: no JavaScript string is ever made.
 */
export class Dictionary {
  readonly page: PageBuffer;
  #size = 0;
  /** Index + 1 of an entry; 0 is free. Never more than half full. */
  #slots = new Int32Array(1_024);
  #hashes = new Int32Array(512);
  /** Where in the page an entry's bytes begin; one more than there are entries. */
  #starts = new Int32Array(513);

  constructor(page: PageBuffer) {
    this.page = page;
    this.#starts[0] = LEVELS_ROOM + LENGTH_BYTES;
  }

  get size(): number {
    return this.#size;
  }

  /** The index of a value, which is added if it is new; -1 when the dictionary takes no more. */
  indexOf(bytes: Uint8Array, view: DataView, start: number, end: number): number {
    const hash = hashOf(bytes, view, start, end);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let probe = 0; probe < PROBES; probe++) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry < 0) return this.#add(bytes, start, end, hash, slot);
      if (this.#hashes[entry] === hash && this.#equals(entry, bytes, view, start, end)) return entry;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  /** Bytes of an entry in the page, its length in front. */
  startOf(index: number): number {
    return (this.#starts[index] ?? 0) - LENGTH_BYTES;
  }

  #equals(entry: number, bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    let at = this.#starts[entry] ?? 0;
    if ((this.#starts[entry + 1] ?? 0) - at - LENGTH_BYTES !== end - start) return false;
    const own = this.page;
    let from = start;
    for (; from + 4 <= end; from += 4, at += 4) {
      if (own.view.getInt32(at, true) !== view.getInt32(from, true)) return false;
    }
    for (; from < end; from++, at++) {
      if (own.bytes[at] !== bytes[from]) return false;
    }
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const length = end - start;
    const { page } = this;
    if (this.#size === DICTIONARY_ENTRIES || page.valueBytes + LENGTH_BYTES + length > DICTIONARY_BYTES) return -1;
    page.reserve(LENGTH_BYTES + length);
    page.view.setInt32(page.end, length, true);
    page.bytes.set(bytes.subarray(start, end), page.end + LENGTH_BYTES);
    page.end += LENGTH_BYTES + length;
    const index = this.#size++;
    this.#hashes[index] = hash;
    this.#starts[index + 1] = page.end + LENGTH_BYTES;
    this.#slots[slot] = index + 1;
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    return index;
  }

  #grow(): void {
    const entries = this.#slots.length;
    const hashes = new Int32Array(entries);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const starts = new Int32Array(entries + 1);
    starts.set(this.#starts);
    this.#starts = starts;
    this.#slots = new Int32Array(entries * 2);
    const mask = this.#slots.length - 1;
    for (let entry = 0; entry < this.#size; entry++) {
      let slot = (hashes[entry] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = entry + 1;
    }
  }
}

const LENGTH_BYTES = 4;

/** In a table half full a chain this long comes only from values made to collide; they must not cost minutes. */
const PROBES = 128;

/** Four bytes a step; the multiplications spread every byte over all bits, the shifts bring the high ones down. */
function hashOf(bytes: Uint8Array, view: DataView, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e37_79b1) ^ (hash >>> 15);
  for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2_ae3d);
  return hash ^ (hash >>> 15);
}
