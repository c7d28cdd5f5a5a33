import { type Data, Type } from 'apache-arrow';
import { presentOf, variableBytesOf } from '../columns/arrow-buffers.js';
import { cellAt } from '../columns/cell-at.js';
import type { ColumnContract } from '../columns/contract.js';
import type { ArrowColumn, IncomingColumn } from '../columns/incoming.js';
import { trimmed } from './values/cast.js';

/** The number of rows of a column whose text is empty. */
export type CountEmptyTexts = (column: IncomingColumn) => number;

/**
 * Null if an empty text is a value of the column (text, bytes), an error (a required column), or declared as null. In
 * other columns it can only mean that there is no value.
 */
export function createCountEmptyTexts({ type, required, nulls }: ColumnContract): CountEmptyTexts | null {
  if (required || type.kind === 'string' || type.kind === 'binary' || nulls.includes('')) return null;
  // As in null texts: spaces around a value have no meaning, except in JSON, which is stored unchanged.
  return createCount(type.kind === 'json' ? (text) => text === '' : (text) => trimmed(text) === '');
}

function createCount(isEmpty: (text: string) => boolean): CountEmptyTexts {
  const isEmptyAt = (column: IncomingColumn, row: number): boolean => {
    const cell = cellAt(column, row);
    return typeof cell === 'string' && isEmpty(cell);
  };
  const count = (column: IncomingColumn): number => {
    if (column.form === 'cells') return countRows(column.cells.length, (row) => isEmptyAt(column, row));
    const { typeId, length } = column.data;
    if (typeId === Type.Utf8 || typeId === Type.LargeUtf8) return countInBytes(column, isEmptyAt);
    if (typeId !== Type.Dictionary) return 0;
    const entries = (column.data.dictionary?.data ?? []) as readonly Data[];
    const hasEmpty = entries.some((data) => count({ form: 'arrow', name: column.name, data }) > 0);
    return hasEmpty ? countRows(length, (row) => isEmptyAt(column, row)) : 0;
  };
  return count;
}

const SPACE = 0x20;

/** Only texts that begin with a space or have no bytes are decoded. */
function countInBytes(column: ArrowColumn, isEmptyAt: (column: ArrowColumn, row: number) => boolean): number {
  const texts = variableBytesOf(column.data);
  if (texts === null) return 0;
  const { offsets, bytes } = texts;
  const present = presentOf(column.data);
  return countRows(column.data.length, (row) => {
    const start = offsets[row] ?? 0;
    const mayBeEmpty = start === offsets[row + 1] || (bytes[start] ?? 0) <= SPACE;
    return mayBeEmpty && present?.[row] !== 0 && isEmptyAt(column, row);
  });
}

function countRows(rowCount: number, isCounted: (row: number) => boolean): number {
  let count = 0;
  for (let row = 0; row < rowCount; row += 1) if (isCounted(row)) count += 1;
  return count;
}
