import { Type } from 'apache-arrow';
import type { Data } from 'apache-arrow';
import type { ArrowColumn } from '../../columns/incoming.js';
import type { TypedColumn } from '../../columns/typed.js';
import type { ColumnProblems } from '../../problems/column-problems.js';
import type { ColumnContract } from '../../columns/contract.js';
import { createRowCast } from '../reference-cast.js';
import type { Cast } from '../values/cast.js';
import { presentOf, variableBytesOf } from '../../columns/arrow-buffers.js';
import { keepBytes, keepColumn } from './keep-buffers.js';
import { readDecimals, readNumbers, readTimestamps } from './convert-numbers.js';
import { createScan, readScanned, scannedValues, scanText } from './scan-text.js';

/** Converts a whole Arrow column; null when its type has no fast path. */
export type FastPath = (column: ArrowColumn, problems: ColumnProblems) => TypedColumn | null;

/** A fast path leaves the rows it cannot decide to the reference cast. Its results are always the same. */
export function createFastPath(contract: ColumnContract, cast: Cast): FastPath {
  const { type } = contract;
  const scan = createScan(contract);

  return (column, problems) => {
    const data = column.data;
    const present = presentOf(data);
    const castRow = createRowCast(column, cast, problems);
    if (column.scanned !== undefined) return readScanned(type, column.scanned, present, castRow);
    const bytes = variableBytesOf(data);
    if (bytes !== null) {
      if (scan !== null) {
        if (!isText(data)) return null;
        return readScanned(type, scanText(scannedValues(type, data.length), bytes, present, scan), present, castRow);
      }
      if (type.kind !== 'string' && type.kind !== 'json' && type.kind !== 'binary') return null;
      return type.kind === 'json' && !isText(data)
        ? null
        : keepBytes(type.kind, bytes, present, column, problems, castRow);
    }
    return (
      keepColumn(contract, data, present) ??
      readNumbers(type, data, present, castRow) ??
      readTimestamps(type, data, present, castRow) ??
      readDecimals(type, data, present, castRow)
    );
  };
}

function isText({ typeId }: Data): boolean {
  return typeId === Type.Utf8 || typeId === Type.LargeUtf8;
}
