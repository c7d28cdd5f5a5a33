import { CasparianError } from '../../platform/index.js';

/** 128 bits that stand for a value: equal values have equal ones, and different values in practice never do. */
export type ValueHash = Uint32Array;

/** The values of one column and the rows they were first in. */
export interface SeenValues {
  /** 0 when the value was not there before. */
  rowOf(hash: ValueHash): number;
  /** The value must not be there yet. */
  add(hash: ValueHash, row: number): void;
}

/** At this many values the table takes 1.6 GB. */
export const MOST_UNIQUE_VALUES = 50_000_000;
const SMALLEST_CAPACITY = 1024;
const FULL_AT = 0.75;

/**
 * A table with open addressing in two typed arrays, 24 bytes a slot, because a Set of strings or bigints takes several
 * times the memory and the garbage collector has to walk through it.
 */
export function createSeenValues(column: string): SeenValues {
  let capacity = SMALLEST_CAPACITY;
  let hashes = new Uint32Array(capacity * 4);
  let rows = new Float64Array(capacity);
  let count = 0;

  /** The slot of the hash, or the free one where it belongs. A row of 0 marks a slot as free. */
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
    why: 'Every value has to be remembered to find the next one that equals it.',
    next: ['Take unique off the column and look for duplicates in the output.'],
  });
}
