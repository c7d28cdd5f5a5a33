import type { TypedColumn } from '../../columns/typed.js';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import type { FixedWidthValues } from './fixed-width-values.js';
import { Levels } from './levels.js';
import { type ChunkEnd, PAGE_ROWS, type PageBufferPool } from './page.js';
import type { ValueEncoding } from './value-encoding.js';

/** Encodes values of fixed width: numbers, dates, times, booleans, decimals. */
export class FixedWidthEncoder implements ColumnEncoder {
  readonly #values: FixedWidthValues;
  readonly #encoding: ValueEncoding;
  readonly #levels: Levels;
  readonly #pool: PageBufferPool;
  readonly #emit: EmitPage;
  #page;
  #nulls = 0;

  constructor(
    values: FixedWidthValues,
    encoding: ValueEncoding,
    optional: boolean,
    pool: PageBufferPool,
    emit: EmitPage,
  ) {
    this.#values = values;
    this.#encoding = encoding;
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
    const end = { dictionary: null, nulls: this.#nulls, bounds: this.#encoding.takeBounds() };
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
    this.#values.copy(column, from, to, valid < to - from ? column.present : null, page);
  }

  #cut(): void {
    const page = this.#page;
    const encoding = this.#encoding.encode(page);
    const bytes = page.bytes.subarray(this.#levels.writeBefore(page), page.end);
    this.#emit({ values: this.#levels.rows, encoding, bytes, buffer: page });
    this.#nulls += this.#levels.nulls;
    this.#levels.clear();
    this.#page = this.#pool.take();
  }
}
