import { isAscii, isUtf8 } from 'node:buffer';
import { Type } from 'apache-arrow';
import type { Data, Int } from 'apache-arrow';
import { writeJsonString } from '../text/json-text.js';
import { TextBuffer } from '../text/text-buffer.js';
import { presentOf, variableBytesOf } from './arrow-buffers.js';
import { cellAt } from './cell-at.js';
import { cellJson } from './cell-text.js';
import type { IncomingBatch, IncomingColumn } from './incoming.js';

/** Writes a row of a batch as it came from the parser: a JSON object with exact integers of any size. */
export type WriteRawRow = (row: number, out: TextBuffer) => void;

/** Text is copied as bytes: with strings for every value, a file of which every row is bad took twice as long. */
export function createRawRowWriter(batch: IncomingBatch): WriteRawRow {
  const columns = batch.columns.map((column, index) => ({
    key: Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`),
    write: textWriter(column) ?? integerWriter(column) ?? cellWriter(column),
  }));
  return (row, out) => {
    if (columns.length === 0) out.ascii('{');
    for (const { key, write } of columns) {
      out.copy(key, 0, key.length);
      write(row, out);
    }
    out.ascii('}');
  };
}

/** The same as a string. */
export function createRawRows(batch: IncomingBatch): (row: number) => string {
  const write = createRawRowWriter(batch);
  const out = new TextBuffer();
  return (row) => {
    out.clear();
    write(row, out);
    return Buffer.from(out.bytes.buffer, 0, out.end).toString('utf8');
  };
}

function cellWriter(column: IncomingColumn): WriteRawRow {
  return (row, out) => {
    out.utf8(cellJson(cellAt(column, row)));
  };
}

function textWriter(column: IncomingColumn): WriteRawRow | null {
  if (column.form !== 'arrow') return null;
  const { data } = column;
  const given = data.typeId === Type.Utf8 || data.typeId === Type.LargeUtf8 ? variableBytesOf(data) : null;
  if (given === null) return null;
  const { offsets, bytes } = given;
  const present = presentOf(data);
  const ascii = isAscii(bytes.subarray(offsets[0], offsets[data.length]));
  const decoded = cellWriter(column);
  return (row, out) => {
    const [start, end] = [offsets[row] ?? 0, offsets[row + 1] ?? 0];
    // Bytes that are not UTF-8 become U+FFFD.
    if (present?.[row] === 0 || !(ascii || isUtf8(bytes.subarray(start, end)))) decoded(row, out);
    else writeJsonString(bytes, start, end, out);
  };
}

/** Integers that fit a double need no bigint for conversion to text. */
function integerWriter(column: IncomingColumn): WriteRawRow | null {
  if (column.form !== 'arrow' || !isWhole64(column.data)) return null;
  const values = column.data.values as unknown as BigInt64Array;
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  const decoded = cellWriter(column);
  return (row, out) => {
    const value = (halves[row * 2 + 1] ?? 0) * 4_294_967_296 + ((halves[row * 2] ?? 0) >>> 0);
    if (Number.isSafeInteger(value) && value >= 0) out.integer(value);
    else decoded(row, out);
  };
}

function isWhole64({ typeId, type, nullCount }: Data): boolean {
  return typeId === Type.Int && (type as Int).bitWidth === 64 && nullCount === 0;
}
