import type { TypedColumn } from '../../columns/typed.js';
import type { BoundsTracker } from './bounds.js';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import type { FixedWidthValues } from './fixed-width-values.js';
import { Levels } from './levels.js';
import { type ChunkEnd, LEVELS_ROOM, PAGE_ROWS, type PageBufferPool } from './page.js';
import { packBits } from './hybrid-runs.js';

/** Encodes values of fixed width as PLAIN: numbers, dates, times, booleans, decimals. */
export class FixedWidthEncoder implements ColumnEncoder {
  readonly #values: FixedWidthValues;
  readonly #bounds: BoundsTracker;
  readonly #levels: Levels;
  readonly #pool: PageBufferPool;
  readonly #emit: EmitPage;
  #page;
  #nulls = 0;

  constructor(
    values: FixedWidthValues,
    bounds: BoundsTracker,
    optional: boolean,
    pool: PageBufferPool,
    emit: EmitPage,
  ) {
    this.#values = values;
    this.#bounds = bounds;
    this.#levels = new Levels(optional);
    this.#pool = pool;
    this.#emit = emit;
    this.#page = pool.take();
  }

  append(column: TypedColumn, from: number, to: number): void {
    while (from < to) {
      const until = Math.min(to, from + PAGE_ROWS - this.#levels.rows);
      this.#appendToPage(column, from, until);
      if (this.#levels.rows === PAGE_ROWS) this.#cut();
      from = until;
    }
  }

  get pendingBytes(): number {
    return this.#page.valueBytes;
  }

  end(): ChunkEnd {
    if (this.#levels.rows > 0) this.#cut();
    const end = { dictionary: null, nulls: this.#nulls, bounds: this.#bounds.take() };
    this.#nulls = 0;
    return end;
  }

  close(): void {
    this.#pool.give(this.#page);
  }

  #appendToPage(column: TypedColumn, from: number, to: number): void {
    const page = this.#page;
    const valid = this.#levels.append(column.present, from, to);
    page.reserve((to - from) * this.#values.bytesPerValue);
    const start = page.end;
    this.#values.copy(column, from, to, valid < to - from ? column.present : null, page);
    this.#bounds.see(page, start, page.end);
  }

  #cut(): void {
    const page = this.#page;
    // Booleans take a byte each until the page is full, and are packed in place.
    if (this.#values.bytesPerValue === 1) {
      page.end = packBits(page.bytes, LEVELS_ROOM, page.end, 1, page.bytes, LEVELS_ROOM);
    }
    const bytes = page.bytes.subarray(this.#levels.writeBefore(page), page.end);
    this.#emit({ values: this.#levels.rows, encoding: 'PLAIN', bytes, buffer: page });
    this.#nulls += this.#levels.nulls;
    this.#levels.clear();
    this.#page = this.#pool.take();
  }
}
