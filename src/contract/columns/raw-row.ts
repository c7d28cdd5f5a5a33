import { Type } from 'apache-arrow';
import type { Data, Int } from 'apache-arrow';
import { cellAt } from './cell-at.js';
import { cellJson } from './cell-text.js';
import type { IncomingBatch, IncomingColumn } from './incoming.js';
import { createAsciiText, type AsciiText } from './arrow-buffers.js';

/** If at least one in this many rows is needed, the text of all rows is decoded at once. */
const MANY_ROWS_SHARE = 16;

/** Writes rows of a batch as they came from the parser: JSON objects with exact integers of any size. */
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
  const text = createAsciiText(column);
  if (text !== null) return textJson(text);
  const data = column.form === 'arrow' ? column.data : null;
  if (data === null || data.nullCount > 0) return null;
  return data.typeId === Type.Int && (data.type as Int).bitWidth === 64 ? integerJson(column, data) : null;
}

/** Text without escapes is copied between quotes: a row of five columns takes 0.7 µs instead of 3.5. */
function textJson(text: AsciiText): (row: number) => string {
  const plain = !needsEscape(text.all);
  return (row) => {
    const value = text.at(row);
    return plain || !needsEscape(value) ? `"${value}"` : JSON.stringify(value);
  };
}

function needsEscape(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- JSON escapes the control characters
  return /["\\\u0000-\u001f]/.test(text);
}

/** Integers that fit a double need no bigint for conversion to text. */
function integerJson(column: IncomingColumn, data: Data): (row: number) => string {
  const values = data.values as unknown as BigInt64Array;
  const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (row) => {
    const value = (halves[row * 2 + 1] ?? 0) * 4_294_967_296 + ((halves[row * 2] ?? 0) >>> 0);
    return Number.isSafeInteger(value) && value >= 0 ? String(value) : cellJson(cellAt(column, row));
  };
}
