import type { VariableBytes } from '../../columns/typed.js';
import { LEVELS_ROOM, type PageBuffer } from './page.js';

/** Indexes of entries have at most 15 bits. */
export const DICTIONARY_ENTRIES = 32_768;
const DICTIONARY_BYTES = 524_288;

/**
 * The distinct values of a column chunk, in order of appearance. They are stored in the buffer of their page as PLAIN
 * values (a length, then the bytes), and found through a table with open addressing, without JavaScript strings.
 */
export class Dictionary {
  readonly page: PageBuffer;
  #size = 0;
  /** Index + 1 of an entry; 0 is free. At most half full. */
  #slots = new Int32Array(1_024);
  #hashes = new Int32Array(512);
  /** Where an entry begins in the page; one element more than entries. */
  #starts = new Int32Array(513);

  constructor(page: PageBuffer) {
    this.page = page;
    this.#starts[0] = LEVELS_ROOM + LENGTH_BYTES;
  }

  get size(): number {
    return this.#size;
  }

  /** The index of a value, which is added if new; -1 if the dictionary is full. */
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

  /** Bytes of an entry in the page, including its length. */
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

/** In a half-full table, a chain this long only results from values made to collide; they must not cost minutes. */
const PROBES = 128;

/** Four bytes per step. Multiplications spread every byte over all bits; shifts bring the high ones down. */
function hashOf(bytes: Uint8Array, view: DataView, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ view.getInt32(at, true), 0x9e37_79b1) ^ (hash >>> 15);
  for (; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x85eb_ca77);
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2_ae3d);
  return hash ^ (hash >>> 15);
}

/** The values of a batch, with a view that reads four bytes at once. */
export class BytesSource {
  readonly offsets: Int32Array;
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(column: VariableBytes) {
    this.offsets = column.offsets;
    this.bytes = column.bytes;
    this.view = new DataView(column.bytes.buffer, column.bytes.byteOffset, column.bytes.byteLength);
  }
}

/** The last row up to which values, with their lengths, take at most `room` bytes. */
export function plainRowsThatFit(
  source: BytesSource,
  present: Uint8Array | null,
  from: number,
  to: number,
  room: number,
): number {
  const { offsets } = source;
  const atMost = (offsets[to] ?? 0) - (offsets[from] ?? 0) + (to - from) * LENGTH_BYTES;
  if (atMost <= room) return to;
  let left = room;
  let row = from;
  for (; row < to; row++) {
    if (present?.[row] === 0) continue;
    left -= (offsets[row + 1] ?? 0) - (offsets[row] ?? 0) + LENGTH_BYTES;
    if (left < 0) break;
  }
  return row;
}

/** Appends values as PLAIN: the length, then the bytes. */
export function copyPlain(
  source: BytesSource,
  present: Uint8Array | null,
  from: number,
  to: number,
  page: PageBuffer,
): void {
  const { offsets, bytes, view } = source;
  page.reserve((offsets[to] ?? 0) - (offsets[from] ?? 0) + (to - from) * LENGTH_BYTES);
  const target = page.bytes;
  const targetView = page.view;
  // Copies four bytes at a time and may write past the end of a value: the next value overwrites that. The source must
  // not be read past its end.
  const lastWord = bytes.byteLength - 4;
  let at = page.end;
  for (let row = from; row < to; row++) {
    if (present?.[row] === 0) continue;
    const start = offsets[row] ?? 0;
    const length = (offsets[row + 1] ?? 0) - start;
    targetView.setInt32(at, length, true);
    at += LENGTH_BYTES;
    if (length > LONG_BYTES) target.set(bytes.subarray(start, start + length), at);
    else if (start + length > lastWord) for (let i = 0; i < length; i++) target[at + i] = bytes[start + i] ?? 0;
    else for (let i = 0; i < length; i += 4) targetView.setInt32(at + i, view.getInt32(start + i, true), true);
    at += length;
  }
  page.end = at;
}

/** Writes values that were already replaced by indexes as PLAIN. */
export function copyEntries(dictionary: Dictionary, indexes: Uint16Array, page: PageBuffer): void {
  for (const index of indexes) {
    const entry = dictionary.page.bytes.subarray(dictionary.startOf(index), dictionary.startOf(index + 1));
    page.reserve(entry.byteLength);
    page.bytes.set(entry, page.end);
    page.end += entry.byteLength;
  }
}

/**
 * From this length on the runtime's copy function is used. An estimate: its cost per call is known, the crossing point
 * was not measured.
 */
const LONG_BYTES = 128;
