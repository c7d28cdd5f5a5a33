import { isAscii, isUtf8 } from 'node:buffer';
import { Type } from 'apache-arrow';
import type { Data, Int } from 'apache-arrow';
import { needNoEscape, writeJsonString } from '../text/json-text.js';
import { textCopier, TextBuffer, wordsOf } from '../text/text-buffer.js';
import { presentOf, variableBytesOf } from './arrow-buffers.js';
import { cellAt } from './cell-at.js';
import { cellJson } from './cell-text.js';
import type { IncomingBatch, IncomingColumn } from './incoming.js';

/** Writes a row of a batch as it came from the parser: a JSON object with exact integers of any size. */
export type WriteRawRow = (row: number, out: TextBuffer) => void;

/** If at least one in this many rows is needed, whole columns are examined first. */
const MANY_ROWS_SHARE = 16;

/** Text is copied as bytes, without a string for each value. */
export function createRawRowWriter(batch: IncomingBatch, expectedRows: number): WriteRawRow {
  const manyRows = expectedRows * MANY_ROWS_SHARE >= batch.rowCount;
  let before = '{';
  const columns = batch.columns.map((column, index) => {
    const plain = manyRows ? plainWriter(column) : null;
    // The quotes of a plain text are parts of the keys around it.
    const key = `${before}${index === 0 ? '' : ','}${JSON.stringify(column.name)}:${plain === null ? '' : '"'}`;
    before = plain === null ? '' : '"';
    return { key: wordsOf(key), write: plain ?? textWriter(column) ?? integerWriter(column) ?? cellWriter(column) };
  });
  const end = wordsOf(`${before}}`);
  return (row, out) => {
    for (const { key, write } of columns) {
      out.copyWords(key);
      write(row, out);
    }
    out.copyWords(end);
  };
}

/** The same as a string. */
export function createRawRows(batch: IncomingBatch): (row: number) => string {
  const write = createRawRowWriter(batch, batch.rowCount);
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

/** Writes the texts of a column without their quotes; null unless every row has a text, and none needs an escape. */
function plainWriter(column: IncomingColumn): WriteRawRow | null {
  const given = textsOf(column);
  if (given === null || given.present !== null) return null;
  const { offsets, bytes, rows } = given;
  if (!needNoEscape(bytes.subarray(offsets[0], offsets[rows]))) return null;
  const copyText = textCopier(bytes);
  return (row, out) => copyText(offsets[row] ?? 0, offsets[row + 1] ?? 0, out);
}

function textsOf(column: IncomingColumn) {
  if (column.form !== 'arrow') return null;
  const { data } = column;
  const given = data.typeId === Type.Utf8 || data.typeId === Type.LargeUtf8 ? variableBytesOf(data) : null;
  return given === null ? null : { ...given, present: presentOf(data), rows: data.length };
}

function textWriter(column: IncomingColumn): WriteRawRow | null {
  const given = textsOf(column);
  if (given === null) return null;
  const { offsets, bytes, present, rows } = given;
  const ascii = isAscii(bytes.subarray(offsets[0], offsets[rows]));
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
