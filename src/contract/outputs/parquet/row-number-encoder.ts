import assert from 'node:assert';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { deltaBound, numberAt, writeAscending } from './delta-packing.js';
import { fixedWidthValues } from './fixed-width-values.js';
import type { Bounds, ChunkEnd } from './page.js';
import { LEVELS_ROOM, PAGE_ROWS, type PageBuffer, type PageBufferPool } from './page-buffer.js';

/**
 * Row numbers only ascend, mostly by one, so their differences are almost nothing: 5 million take 0.2 MB instead of the
 * 40 MB of PLAIN before compression. Chosen for the size; the time of the two was not compared.
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
    // What it will be is next to nothing, and is counted when it is there.
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
