import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { writeRun } from './hybrid-runs.js';
import { Levels } from './levels.js';
import type { ChunkEnd, Page } from './page.js';
import { LEVELS_ROOM, type PageBufferPool } from './page-buffer.js';

/** A column that says the same in every row: a dictionary of one entry and one run. A few bytes a chunk. */
export function createConstantEncoder(
  value: string | null,
  optional: boolean,
  pool: PageBufferPool,
  emit: EmitPage,
): ColumnEncoder {
  let rows = 0;
  return {
    append(_column, from, to) {
      rows += to - from;
    },
    pendingBytes: 0,
    end(): ChunkEnd {
      const nulls = value === null ? rows : 0;
      if (rows > 0) emit(value === null ? nullPage(rows, pool) : runPage(rows, optional, pool));
      rows = 0;
      return { dictionary: value === null ? null : entryPage(value, pool), nulls, bounds: null };
    },
    close: () => undefined,
  };
}

function runPage(rows: number, optional: boolean, pool: PageBufferPool): Page {
  const buffer = pool.take();
  const levels = new Levels(optional);
  levels.append(null, 0, rows);
  buffer.bytes[buffer.end++] = 1;
  buffer.end = writeRun(0, rows, 1, buffer.bytes, buffer.end);
  const bytes = buffer.bytes.subarray(levels.writeBefore(buffer), buffer.end);
  return { values: rows, encoding: 'RLE_DICTIONARY', bytes, buffer };
}

function nullPage(rows: number, pool: PageBufferPool): Page {
  const buffer = pool.take();
  const end = writeRun(0, rows, 1, buffer.bytes, 4);
  buffer.view.setUint32(0, end - 4, true);
  return { values: rows, encoding: 'PLAIN', bytes: buffer.bytes.subarray(0, end), buffer };
}

function entryPage(value: string, pool: PageBufferPool): Page {
  const text = Buffer.from(value, 'utf8');
  const buffer = pool.take();
  buffer.reserve(4 + text.byteLength);
  buffer.view.setUint32(buffer.end, text.byteLength, true);
  buffer.bytes.set(text, buffer.end + 4);
  buffer.end += 4 + text.byteLength;
  return { values: 1, encoding: 'PLAIN', bytes: buffer.bytes.subarray(LEVELS_ROOM, buffer.end), buffer };
}
