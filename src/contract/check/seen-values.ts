import { CasparianError } from '../../platform/index.js';
import type { TypedColumn } from '../columns/typed.js';

/** A 128-bit hash of a value. Equal values have equal hashes; collisions do not occur in practice. */
export type ValueHash = Uint32Array;

/** The values of one column, with the row of their first occurrence. */
export interface SeenValues {
  /** 0 if the value is new. */
  rowOf(hash: ValueHash): number;
  /** The value must be new. */
  add(hash: ValueHash, row: number): void;
}

/** At this many values the table takes 1.6 GB. */
const MOST_UNIQUE_VALUES = 50_000_000;
const SMALLEST_CAPACITY = 1024;
const FULL_AT = 0.75;

/**
 * A table with open addressing in two typed arrays, 24 bytes per slot. A Set of strings or bigints takes several times
 * the memory, which the garbage collector has to scan.
 */
export function createSeenValues(column: string): SeenValues {
  let capacity = SMALLEST_CAPACITY;
  let hashes = new Uint32Array(capacity * 4);
  let rows = new Float64Array(capacity);
  let count = 0;

  /** The slot of the hash, or the free one where it belongs. Row 0 marks a free slot. */
  const slotOf = (a: number, b: number, c: number, d: number): number => {
    let slot = a & (capacity - 1);
    while (rows[slot] !== 0) {
      const at = slot * 4;
      if (hashes[at] === a && hashes[at + 1] === b && hashes[at + 2] === c && hashes[at + 3] === d) return slot;
      slot = (slot + 1) & (capacity - 1);
    }
    return slot;
  };

  const grow = (): void => {
    const [oldHashes, oldRows] = [hashes, rows];
    capacity *= 2;
    hashes = new Uint32Array(capacity * 4);
    rows = new Float64Array(capacity);
    for (let slot = 0; slot < oldRows.length; slot += 1) {
      if (oldRows[slot] !== 0) insert(oldHashes.subarray(slot * 4, slot * 4 + 4), oldRows[slot] ?? 0);
    }
  };

  const insert = (hash: ValueHash, row: number): void => {
    const slot = slotOf(hash[0] ?? 0, hash[1] ?? 0, hash[2] ?? 0, hash[3] ?? 0);
    hashes.set(hash, slot * 4);
    rows[slot] = row;
  };

  return {
    rowOf: (hash) => rows[slotOf(hash[0] ?? 0, hash[1] ?? 0, hash[2] ?? 0, hash[3] ?? 0)] ?? 0,
    add(hash, row) {
      if (count >= MOST_UNIQUE_VALUES) throw tooMany(column);
      if (count >= capacity * FULL_AT) grow();
      insert(hash, row);
      count += 1;
    },
  };
}

function tooMany(column: string): CasparianError {
  const limit = MOST_UNIQUE_VALUES.toLocaleString('en-US');
  return new CasparianError('CONTRACT_INVALID', `The column '${column}' is unique and has more than ${limit} values`, {
    why: 'Every value must be kept in memory to find duplicates.',
    next: ['Remove unique from the column, and search the output for duplicates.'],
  });
}

/** Hashes the value of a row. The result is one array that the next call overwrites. */
export function createValueHash(column: TypedColumn): (row: number) => ValueHash {
  const hash = new Uint32Array(4);
  if ('bytes' in column) {
    const { offsets, bytes } = column;
    return (row) => mixBytes(hash, bytes, offsets[row] ?? 0, offsets[row + 1] ?? 0);
  }
  if (column.values instanceof Float64Array) return floatHash(column.values, hash);
  const values = 'wide' in column.values ? column.values.wide : column.values;
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const width = 'wide' in column.values ? 16 : column.values.BYTES_PER_ELEMENT;
  return (row) => mixBytes(hash, bytes, row * width, (row + 1) * width);
}

/** Zero and minus zero are equal, and so are all NaNs: each is one value in a unique column. */
function floatHash(values: Float64Array, hash: ValueHash): (row: number) => ValueHash {
  const number = new Float64Array(1);
  const bytes = new Uint8Array(number.buffer);
  return (row) => {
    const value = values[row] ?? 0;
    number[0] = value === 0 ? 0 : Number.isNaN(value) ? NaN : value;
    return mixBytes(hash, bytes, 0, 8);
  };
}

/** Four lanes of multiply and rotate, each fed with every byte, mixed at the end. */
function mixBytes(hash: ValueHash, bytes: Uint8Array, start: number, end: number): ValueHash {
  let a = 0x9e3779b1;
  let b = 0x85ebca77;
  let c = 0xc2b2ae3d;
  let d = 0x27d4eb2f;
  for (let at = start; at < end; at += 1) {
    const byte = (bytes[at] ?? 0) + 1;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(rotated(b, 5) ^ byte, 0x85ebca6b);
    c = Math.imul(rotated(c, 13) + byte, 0xc2b2ae35);
    d = Math.imul(rotated(d, 17) ^ (byte + a), 0x9e3779b1);
  }
  const length = end - start;
  hash[0] = finished(a ^ rotated(d, 7) ^ length);
  hash[1] = finished(b + a);
  hash[2] = finished(c ^ b);
  hash[3] = finished(d + c);
  return hash;
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function finished(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
