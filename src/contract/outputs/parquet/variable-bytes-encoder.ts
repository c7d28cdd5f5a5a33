import assert from 'node:assert';
import type { TypedColumn } from '../../columns/typed.js';
import { BytesSource, copyEntries, copyPlain, Dictionary, DICTIONARY_ENTRIES, plainRowsThatFit } from './dictionary.js';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { hybridBound, writeHybridRuns } from './hybrid-runs.js';
import { Levels } from './levels.js';
import {
  type ChunkEnd,
  LEVELS_ROOM,
  type Page,
  PAGE_BYTES,
  PAGE_ROWS,
  type PageBuffer,
  type PageBufferPool,
} from './page.js';

/**
 * Encodes strings, JSON and binary: with a dictionary while that saves space, then PLAIN to the end of the chunk. A
 * dictionary that proves useless before its first page is dropped completely.
 */
export class VariableBytesEncoder implements ColumnEncoder {
  readonly #levels: Levels;
  readonly #pool: PageBufferPool;
  readonly #emit: EmitPage;
  #page: PageBuffer;
  #nulls = 0;

  /** Null if the rest of the chunk is PLAIN. */
  #dictionary: Dictionary | null;
  /** The dictionary of pages that are already emitted, if the rest is PLAIN. */
  #usedDictionary: Dictionary | null = null;
  #indexes = new Uint16Array(1_024);
  #indexCount = 0;
  #looked = 0;
  #indexPages = 0;
  #chunksToSkip = 0;

  constructor(optional: boolean, pool: PageBufferPool, emit: EmitPage) {
    this.#levels = new Levels(optional);
    this.#pool = pool;
    this.#emit = emit;
    this.#page = pool.take();
    this.#dictionary = new Dictionary(pool.take());
  }

  append(column: TypedColumn, from: number, to: number): void {
    assert('offsets' in column);
    const source = new BytesSource(column);
    while (from < to) {
      from = this.#dictionary
        ? this.#appendIndexes(this.#dictionary, source, column.present, from, to)
        : this.#appendPlain(source, column.present, from, to);
      if (this.#levels.rows === PAGE_ROWS) this.#cut();
    }
  }

  endStep(): void {
    if (this.#dictionary && !pays(this.#dictionary, this.#looked)) this.#leaveDictionary(this.#dictionary);
  }

  get pendingBytes(): number {
    return this.#page.valueBytes + this.#indexCount * 2 + (this.#dictionary?.page.valueBytes ?? 0);
  }

  end(): ChunkEnd {
    if (this.#levels.rows > 0) this.#cut();
    const end = { dictionary: this.#dictionaryPage(), nulls: this.#nulls, bounds: null };
    this.#nulls = 0;
    this.#looked = 0;
    this.#indexPages = 0;
    this.#usedDictionary = null;
    this.#dictionary = this.#chunksToSkip > 0 ? null : new Dictionary(this.#pool.take());
    this.#chunksToSkip--;
    return end;
  }

  close(): void {
    this.#pool.give(this.#page);
    if (this.#dictionary) this.#pool.give(this.#dictionary.page);
  }

  /** Returns the row where it stopped: after the last one, at a full page, or at the first value that did not fit. */
  #appendIndexes(
    dictionary: Dictionary,
    source: BytesSource,
    present: Uint8Array | null,
    from: number,
    to: number,
  ): number {
    const until = Math.min(to, from + PAGE_ROWS - this.#levels.rows);
    this.#reserveIndexes(until - from);
    const indexes = this.#indexes;
    let count = this.#indexCount;
    let row = from;
    for (; row < until; row++) {
      if (present?.[row] === 0) continue;
      const index = dictionary.indexOf(
        source.bytes,
        source.view,
        source.offsets[row] ?? 0,
        source.offsets[row + 1] ?? 0,
      );
      if (index < 0) break;
      indexes[count++] = index;
    }
    this.#looked += count - this.#indexCount;
    this.#indexCount = count;
    this.#levels.append(present, from, row);
    if (row < until) this.#leaveDictionary(dictionary);
    return row;
  }

  #appendPlain(source: BytesSource, present: Uint8Array | null, from: number, to: number): number {
    const room = PAGE_BYTES - this.#page.valueBytes;
    const until = plainRowsThatFit(source, present, from, Math.min(to, from + PAGE_ROWS - this.#levels.rows), room);
    if (until === from && this.#levels.rows > 0) {
      this.#cut();
      return from;
    }
    // A value larger than a page has its own page.
    const end = Math.max(until, from + 1);
    const valid = this.#levels.append(present, from, end);
    copyPlain(source, valid < end - from ? present : null, from, end, this.#page);
    return end;
  }

  #leaveDictionary(dictionary: Dictionary): void {
    this.#dictionary = null;
    if (this.#indexPages > 0) {
      this.#usedDictionary = dictionary;
      if (this.#levels.rows > 0) this.#cutIndexes(dictionary);
      return;
    }
    this.#chunksToSkip = CHUNKS_WITHOUT_DICTIONARY;
    copyEntries(dictionary, this.#indexes.subarray(0, this.#indexCount), this.#page);
    this.#indexCount = 0;
    this.#pool.give(dictionary.page);
  }

  #cut(): void {
    if (this.#dictionary) this.#cutIndexes(this.#dictionary);
    else this.#emitPage('PLAIN');
  }

  #cutIndexes(dictionary: Dictionary): void {
    // A page of nulls has no indexes, and DuckDB refuses an index page without a dictionary.
    if (dictionary.size === 0) return this.#emitPage('PLAIN');
    // Readers expect at least one bit, even if all indexes are 0.
    const bitWidth = Math.max(1, 32 - Math.clz32(dictionary.size - 1));
    const page = this.#page;
    page.reserve(1 + hybridBound(this.#indexCount, bitWidth));
    page.bytes[page.end++] = bitWidth;
    page.end = writeHybridRuns(this.#indexes, this.#indexCount, bitWidth, page.bytes, page.end);
    this.#indexCount = 0;
    this.#indexPages++;
    this.#emitPage('RLE_DICTIONARY');
  }

  #emitPage(encoding: Page['encoding']): void {
    const page = this.#page;
    const bytes = page.bytes.subarray(this.#levels.writeBefore(page), page.end);
    this.#emit({ values: this.#levels.rows, encoding, bytes, buffer: page });
    this.#nulls += this.#levels.nulls;
    this.#levels.clear();
    this.#page = this.#pool.take();
  }

  #dictionaryPage(): Page | null {
    const dictionary = this.#dictionary ?? this.#usedDictionary;
    if (!dictionary) return null;
    const { page } = dictionary;
    return {
      values: dictionary.size,
      encoding: 'PLAIN',
      bytes: page.bytes.subarray(LEVELS_ROOM, page.end),
      buffer: page,
    };
  }

  #reserveIndexes(more: number): void {
    const needed = this.#indexCount + more;
    if (needed <= this.#indexes.length) return;
    const grown = new Uint16Array(Math.max(needed, this.#indexes.length * 2));
    grown.set(this.#indexes);
    this.#indexes = grown;
  }
}

/** If one dictionary of a column was useless, the next ones mostly are; it is tried again after this many chunks. */
const CHUNKS_WITHOUT_DICTIONARY = 7;

/**
 * Whether the dictionary is worth continuing. The first random values are all new, so the accepted share of new values
 * starts high (three quarters of the first 8,192) and falls to a quarter.
 */
function pays(dictionary: Dictionary, looked: number): boolean {
  return dictionary.size <= (looked + DICTIONARY_ENTRIES / 2) / 4;
}
