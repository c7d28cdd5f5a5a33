import assert from 'node:assert';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { fixedWidthValues } from './fixed-width-values.js';
import { writeVarint } from './hybrid-runs.js';
import { type Bounds, type ChunkEnd, LEVELS_ROOM, PAGE_ROWS, type PageBuffer, type PageBufferPool } from './page.js';

/**
 * Row numbers ascend, mostly by one, so their differences compress well: 5 million take 0.2 MB instead of 40 MB as
 * PLAIN before compression. Chosen for size; the time of the two was not compared.
 */
export function createRowNumberEncoder(pool: PageBufferPool, emit: EmitPage): ColumnEncoder {
  const values = fixedWidthValues(8);
  const numbers = pool.take();
  let bounds: Bounds | null = null;

  function cut(): void {
    const rows = numbers.valueBytes / 8;
    const { min, max } = ends(numbers);
    assert(Number.isSafeInteger(max), 'no file has 2^53 rows');
    bounds = { min: bounds?.min ?? BigInt(min), max: BigInt(max) };
    const buffer = pool.take();
    buffer.reserve(deltaBound(rows));
    buffer.end = writeAscending(numbers.words, FIRST_WORD, rows, buffer.bytes, buffer.end);
    const bytes = buffer.bytes.subarray(LEVELS_ROOM, buffer.end);
    emit({ values: rows, encoding: 'DELTA_BINARY_PACKED', bytes, buffer });
    numbers.end = LEVELS_ROOM;
  }

  return {
    append(column, from, to) {
      while (from < to) {
        const until = Math.min(to, from + PAGE_ROWS - numbers.valueBytes / 8);
        numbers.reserve((until - from) * 8);
        values.copy(column, from, until, null, numbers);
        if (numbers.valueBytes === PAGE_ROWS * 8) cut();
        from = until;
      }
    },
    // Its size is very small, and counted when it is written.
    pendingBytes: 0,
    end(): ChunkEnd {
      if (numbers.valueBytes > 0) cut();
      const end = { dictionary: null, nulls: 0, bounds };
      bounds = null;
      return end;
    },
    close: () => pool.give(numbers),
  };
}

const FIRST_WORD = LEVELS_ROOM / 4;

function ends({ words, end }: PageBuffer): { min: number; max: number } {
  return { min: numberAt(words, FIRST_WORD), max: numberAt(words, end / 4 - 2) };
}

const BLOCK = 128;
const MINIBLOCK = 32;
const MINIBLOCKS = BLOCK / MINIBLOCK;

/**
 * Parquet's DELTA_BINARY_PACKED for ascending numbers: the first value, then blocks of 128 differences. Each is reduced
 * by the smallest of its block and stored in four miniblocks with as many bits as their largest value needs. The
 * numbers are 64-bit integers below 2^53, given as pairs of words from `first` on.
 */
function writeAscending(words: Int32Array, first: number, count: number, target: Uint8Array, at: number): number {
  at = writeVarint(BLOCK, target, at);
  at = writeVarint(MINIBLOCKS, target, at);
  at = writeVarint(count, target, at);
  at = writeZigzag(numberAt(words, first), target, at);
  for (let row = 1; row < count; row += BLOCK) {
    const start = first + row * 2;
    const deltas = Math.min(BLOCK, count - row);
    at = isRunOfOnes(words, start, deltas) ? writeOnes(target, at) : writeBlock(words, start, deltas, target, at);
  }
  return at;
}

function deltaBound(count: number): number {
  const blocks = Math.ceil(count / BLOCK) + 1;
  return 32 + blocks * (16 + BLOCK * 4);
}

function numberAt(words: Int32Array, at: number): number {
  return (words[at + 1] ?? 0) * 0x1_0000_0000 + ((words[at] ?? 0) >>> 0);
}

/** Ascending numbers whose range equals their count have no gap: the rows of a file without quarantine. */
function isRunOfOnes(words: Int32Array, start: number, deltas: number): boolean {
  return numberAt(words, start + (deltas - 1) * 2) - numberAt(words, start - 2) === deltas;
}

function writeOnes(target: Uint8Array, at: number): number {
  at = writeZigzag(1, target, at);
  target.fill(0, at, at + MINIBLOCKS);
  return at + MINIBLOCKS;
}

const above = new Float64Array(BLOCK);

function writeBlock(words: Int32Array, start: number, deltas: number, target: Uint8Array, at: number): number {
  let least = Infinity;
  for (let index = 0; index < deltas; index++) {
    const delta = numberAt(words, start + index * 2) - numberAt(words, start + index * 2 - 2);
    above[index] = delta;
    if (delta < least) least = delta;
  }
  assert(least >= 1, 'row numbers ascend');
  above.fill(least, deltas);
  for (let index = 0; index < BLOCK; index++) above[index] = (above[index] ?? 0) - least;

  at = writeZigzag(least, target, at);
  const widths = at;
  at += MINIBLOCKS;
  for (let miniblock = 0; miniblock < MINIBLOCKS; miniblock++) {
    const from = miniblock * MINIBLOCK;
    const bitWidth = widthOf(from);
    target[widths + miniblock] = bitWidth;
    // A miniblock without a value has no bytes; a partly filled one is written completely.
    if (from < deltas) at = packMiniblock(from, bitWidth, target, at);
  }
  return at;
}

function widthOf(from: number): number {
  let largest = 0;
  for (let index = from; index < from + MINIBLOCK; index++) largest = Math.max(largest, above[index] ?? 0);
  assert(largest <= 0xffff_ffff, 'four thousand million rows between two row numbers');
  return 32 - Math.clz32(largest);
}

function packMiniblock(from: number, bitWidth: number, target: Uint8Array, at: number): number {
  const end = at + (MINIBLOCK / 8) * bitWidth;
  target.fill(0, at, end);
  let bit = 0;
  for (let index = from; index < from + MINIBLOCK; index++) {
    let value = (above[index] ?? 0) >>> 0;
    for (let left = bitWidth; left > 0;) {
      const byte = at + (bit >>> 3);
      const taken = Math.min(8 - (bit & 7), left);
      target[byte] = (target[byte] ?? 0) | ((value & ((1 << taken) - 1)) << (bit & 7));
      value >>>= taken;
      bit += taken;
      left -= taken;
    }
  }
  return end;
}

/** Doubles a positive number, without 32-bit operations, because row numbers may have 53 bits. */
function writeZigzag(value: number, target: Uint8Array, at: number): number {
  let rest = value * 2;
  while (rest > 0x7f) {
    target[at++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  target[at++] = rest;
  return at;
}
