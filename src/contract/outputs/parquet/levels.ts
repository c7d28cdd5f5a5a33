import assert from 'node:assert';
import { writeHybridRuns, writeRun } from './hybrid-runs.js';
import { LEVELS_ROOM, type PageBuffer } from './page.js';

/**
 * The definition levels of the page being built: 1 where a row has a value, 0 where it has none. A required column has
 * no levels in its pages.
 */
export class Levels {
  readonly #optional: boolean;
  #levels = new Uint8Array(1_024);
  rows = 0;
  nulls = 0;

  constructor(optional: boolean) {
    this.#optional = optional;
  }

  /** Returns how many of the rows have a value. */
  append(present: Uint8Array | null, from: number, to: number): number {
    const rows = to - from;
    const valid = present ? countPresent(present, from, to) : rows;
    assert(this.#optional || valid === rows, 'a required column has a null behind its contract');
    if (valid < rows || this.nulls > 0) {
      this.#reserve(rows);
      // Levels are only stored from the first null on.
      if (this.nulls === 0) this.#levels.fill(1, 0, this.rows);
      if (present) this.#levels.set(present.subarray(from, to), this.rows);
      else this.#levels.fill(1, this.rows, this.rows + rows);
    }
    this.rows += rows;
    this.nulls += rows - valid;
    return valid;
  }

  /** Writes the levels directly before the values, and returns the beginning of the page. */
  writeBefore(page: PageBuffer): number {
    if (!this.#optional) return LEVELS_ROOM;
    const { bytes } = page;
    const length =
      this.nulls > 0 ? writeHybridRuns(this.#levels, this.rows, 1, bytes, 0) : writeRun(1, this.rows, 1, bytes, 0);
    const start = LEVELS_ROOM - length - LENGTH_BYTES;
    bytes.copyWithin(start + LENGTH_BYTES, 0, length);
    page.view.setUint32(start, length, true);
    return start;
  }

  clear(): void {
    this.rows = 0;
    this.nulls = 0;
  }

  #reserve(rows: number): void {
    const needed = this.rows + rows;
    if (needed <= this.#levels.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#levels.length * 2));
    grown.set(this.#levels.subarray(0, this.rows));
    this.#levels = grown;
  }
}

const LENGTH_BYTES = 4;

function countPresent(present: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let row = from; row < to; row++) count += present[row] ?? 0;
  return count;
}
