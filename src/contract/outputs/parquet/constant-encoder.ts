import type { ColumnEncoder, EmitPage } from './column-encoder.js';
import { writeRun } from './hybrid-runs.js';
import { Levels } from './levels.js';
import { type ChunkEnd, LEVELS_ROOM, type Page, type PageBuffer, type PageBufferPool } from './page.js';

/** Indexes have at most 16 bits; a step of rows adds fewer new values than are left then. */
const MOST_VALUES = 32_768;

/** The maximum size of a run. */
const RUN_BYTES = 8;

/** The values of a row group in a column that rarely changes from row to row. */
interface Runs {
  readonly values: Map<string, number>;
  readonly indexes: number[];
  readonly lengths: number[];
}

/**
 * A column with the same value in every row, or in every row of one source: a dictionary and a run per source. A few
 * bytes per chunk. `valueNow` returns the value of the next rows, and must not change between null and a text.
 */
export function createConstantEncoder(
  valueNow: () => string | null,
  optional: boolean,
  pool: PageBufferPool,
  emit: EmitPage,
): ColumnEncoder {
  let rows = 0;
  let runs: Runs = noRuns();
  return {
    append(_column, from, to) {
      rows += to - from;
      const value = valueNow();
      if (value !== null) addRun(runs, value, to - from);
    },
    get pendingBytes() {
      return runs.values.size < MOST_VALUES ? 0 : Infinity;
    },
    end(): ChunkEnd {
      const isNull = runs.lengths.length === 0;
      if (rows > 0) emit(isNull ? nullPage(rows, pool) : runsPage(runs, rows, optional, pool));
      const end = { dictionary: isNull ? null : valuesPage(runs, pool), nulls: isNull ? rows : 0, bounds: null };
      rows = 0;
      runs = noRuns();
      return end;
    },
    close: () => undefined,
  };
}

function noRuns(): Runs {
  return { values: new Map(), indexes: [], lengths: [] };
}

function addRun({ values, indexes, lengths }: Runs, value: string, rows: number): void {
  const index = values.get(value) ?? values.size;
  values.set(value, index);
  const last = indexes.length - 1;
  if (indexes[last] === index) {
    lengths[last] = (lengths[last] ?? 0) + rows;
    return;
  }
  indexes.push(index);
  lengths.push(rows);
}

function runsPage({ values, indexes, lengths }: Runs, rows: number, optional: boolean, pool: PageBufferPool): Page {
  const buffer = pool.take();
  const levels = new Levels(optional);
  levels.append(null, 0, rows);
  // Readers expect at least one bit, even if all indexes are 0.
  const bitWidth = Math.max(1, 32 - Math.clz32(values.size - 1));
  buffer.reserve(1 + indexes.length * RUN_BYTES);
  buffer.bytes[buffer.end++] = bitWidth;
  indexes.forEach((index, run) => {
    buffer.end = writeRun(index, lengths[run] ?? 0, bitWidth, buffer.bytes, buffer.end);
  });
  const bytes = buffer.bytes.subarray(levels.writeBefore(buffer), buffer.end);
  return { values: rows, encoding: 'RLE_DICTIONARY', bytes, buffer };
}

function nullPage(rows: number, pool: PageBufferPool): Page {
  const buffer = pool.take();
  const end = writeRun(0, rows, 1, buffer.bytes, 4);
  buffer.view.setUint32(0, end - 4, true);
  return { values: rows, encoding: 'PLAIN', bytes: buffer.bytes.subarray(0, end), buffer };
}

function valuesPage({ values }: Runs, pool: PageBufferPool): Page {
  const buffer = pool.take();
  for (const value of values.keys()) addEntry(buffer, Buffer.from(value, 'utf8'));
  return { values: values.size, encoding: 'PLAIN', bytes: buffer.bytes.subarray(LEVELS_ROOM, buffer.end), buffer };
}

function addEntry(buffer: PageBuffer, text: Uint8Array): void {
  buffer.reserve(4 + text.byteLength);
  buffer.view.setUint32(buffer.end, text.byteLength, true);
  buffer.bytes.set(text, buffer.end + 4);
  buffer.end += 4 + text.byteLength;
}
