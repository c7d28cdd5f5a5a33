import assert from 'node:assert';
import type { TypedColumn } from '../../columns/typed.js';
import { int64Bounds } from './bounds.js';
import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { deltaBound, writeDeltas } from './delta-packing.js';
import type { ChunkEnd } from './page.js';
import { LEVELS_ROOM, PAGE_ROWS, PageBuffer, type PageBufferPool } from './page-buffer.js';
import { fixedWidthValues } from './fixed-width-values.js';

/**
 * Row numbers only ascend, mostly by one, so their differences are almost nothing: 5 million take 0.2 MB instead of the
 * 40 MB of PLAIN, and the time it takes to find them is less than that of compressing and hashing the 40 MB.
 */
export function createRowNumberEncoder(pool: PageBufferPool, emit: EmitPage): ColumnEncoder {
  const values = fixedWidthValues(8);
  const bounds = int64Bounds();
  const numbers = new PageBuffer(0);

  function cut(): void {
    const rows = numbers.valueBytes / 8;
    const buffer = pool.take();
    buffer.reserve(deltaBound(rows));
    buffer.end = writeDeltas(asNumbers(numbers), buffer.bytes, buffer.end);
    emit({
      values: rows,
      encoding: 'DELTA_BINARY_PACKED',
      bytes: buffer.bytes.subarray(LEVELS_ROOM, buffer.end),
      buffer,
    });
    numbers.end = LEVELS_ROOM;
  }

  return {
    append(column: TypedColumn, from, to) {
      while (from < to) {
        const until = Math.min(to, from + PAGE_ROWS - numbers.valueBytes / 8);
        numbers.reserve((until - from) * 8);
        const start = numbers.end;
        values.copy(column, from, until, null, numbers);
        bounds.see(numbers, start, numbers.end);
        if (numbers.valueBytes === PAGE_ROWS * 8) cut();
        from = until;
      }
    },
    // What it will be is next to nothing, and is counted when it is there.
    pendingBytes: 0,
    end(): ChunkEnd {
      if (numbers.valueBytes > 0) cut();
      return { dictionary: null, nulls: 0, bounds: bounds.take() };
    },
  };
}

/** No file has 2^53 rows, so doubles hold every row number exactly. */
function asNumbers(page: PageBuffer): Float64Array {
  const numbers = new Float64Array(page.valueBytes / 8);
  const { words } = page;
  let at = LEVELS_ROOM >>> 2;
  for (let row = 0; row < numbers.length; row++, at += 2) {
    numbers[row] = (words[at + 1] ?? 0) * 0x1_0000_0000 + ((words[at] ?? 0) >>> 0);
  }
  assert(Number.isSafeInteger(numbers.at(-1) ?? 0), 'a row number beyond 2^53');
  return numbers;
}
