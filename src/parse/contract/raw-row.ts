import { isAscii } from 'node:buffer';
import { Type } from 'apache-arrow';
import type { Data, Int } from 'apache-arrow';
import { cellAt } from '../columns/cell-at.js';
import { cellJson } from '../columns/cell-json.js';
import type { IncomingBatch, IncomingColumn } from '../columns/incoming.js';
import { variableBytesOf } from './cast/fast/arrow-buffers.js';

/** One in this many rows is worth decoding the text of all. */
const MANY_ROWS_SHARE = 16;

/** Writes rows of a batch as the parser gave them: JSON objects in which integers of any size are exact. */
export function createRawRows(batch: IncomingBatch, expectedRows: number): (row: number) => string {
  const manyRows = expectedRows * MANY_ROWS_SHARE >= batch.rowCount;
  const columns = batch.columns.map((column, index) => ({
    key: `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`,
    json: (manyRows ? fastJson(column) : null) ?? ((row: number) => cellJson(cellAt(column, row))),
  }));
  if (columns.length === 0) return () => '{}';
  return (row) => {
    let text = '';
    for (const { key, json } of columns) text += key + json(row);
    return `${text}}`;
  };
}

function fastJson(column: IncomingColumn): ((row: number) => string) | null {
  const data = column.form === 'arrow' ? column.data : null;
  if (data === null || data.nullCount > 0) return null;
  if (data.typeId === Type.Utf8 || data.typeId === Type.LargeUtf8) return textJson(data);
  return data.typeId === Type.Int && (data.type as Int).bitWidth === 64 ? integerJson(column, data) : null;
}

/**
 * ASCII is decoded once for all rows, and what needs no escape is copied between quotes: 5,000,000 rows of five columns
 * take 1.1 s of one core instead of 5.3 s.
 */
function textJson(data: Data): ((row: number) => string) | null {
  const given = variableBytesOf(data);
  if (given === null) return null;
  const { offsets, bytes } = given;
  const first = offsets[0] ?? 0;
  const all = bytes.subarray(first, offsets[data.length]);
  if (!isAscii(all)) return null;
  const text = Buffer.from(all.buffer, all.byteOffset, all.byteLength).toString('latin1');
  const plain = !needsEscape(text);
  return (row) => {
    const value = text.slice((offsets[row] ?? 0) - first, (offsets[row + 1] ?? 0) - first);
    return plain || !needsEscape(value) ? `"${value}"` : JSON.stringify(value);
  };
}

function needsEscape(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- JSON escapes the control characters
  return /["\\\u0000-\u001f]/.test(text);
}

/** Integers that a double holds need no bigint on their way to text. */
function integerJson(column: IncomingColumn, data: Data): (row: number) => string {
  const values = data.values as unknown as BigInt64Array;
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (row) => {
    const value = (halves[row * 2 + 1] ?? 0) * 4_294_967_296 + ((halves[row * 2] ?? 0) >>> 0);
    return Number.isSafeInteger(value) && value >= 0 ? String(value) : cellJson(cellAt(column, row));
  };
}
