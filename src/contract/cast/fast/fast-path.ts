import { Type } from 'apache-arrow';
import type { Data } from 'apache-arrow';
import type { ArrowColumn } from '../../columns/incoming.js';
import type { TypedColumn } from '../../columns/typed.js';
import type { ColumnProblems } from '../../problems/column-problems.js';
import type { ColumnContract } from '../../columns/contract.js';
import { createAsk } from '../reference-cast.js';
import type { Cast } from '../values/cast.js';
import { presentOf, variableBytesOf } from '../../columns/arrow-buffers.js';
import { keepBytes } from './bytes-path.js';
import { readDecimals } from './decimal-path.js';
import { readNumbers } from './number-path.js';
import { keepColumn } from './same-type-path.js';
import { scannedValues, scanText } from './scan-text.js';
import { createScan, readScanned } from './text-path.js';
import { readTimestamps } from './timestamp-path.js';

/** Checks a whole Arrow column; null when there is no fast road from its type. */
export type FastRoad = (column: ArrowColumn, problems: ColumnProblems) => TypedColumn | null;

/** What a road cannot decide, row by row, is asked of the reference: roads make it faster, never different. */
export function createFastRoad(contract: ColumnContract, cast: Cast): FastRoad {
  const { type } = contract;
  const scan = createScan(contract);

  return (column, problems) => {
    const data = column.data;
    const present = presentOf(data);
    const ask = createAsk(column, cast, problems);
    if (column.scanned !== undefined) return readScanned(type, column.scanned, present, ask);
    const bytes = variableBytesOf(data);
    if (bytes !== null) {
      if (scan !== null) {
        if (!isText(data)) return null;
        return readScanned(type, scanText(scannedValues(type, data.length), bytes, present, scan), present, ask);
      }
      if (type.kind !== 'string' && type.kind !== 'json' && type.kind !== 'binary') return null;
      return type.kind === 'json' && !isText(data)
        ? null
        : keepBytes(type.kind, bytes, present, data.length, problems, ask);
    }
    return (
      keepColumn(contract, data, present) ??
      readNumbers(type, data, present, ask) ??
      readTimestamps(type, data, present, ask) ??
      readDecimals(type, data, present, ask)
    );
  };
}

function isText({ typeId }: Data): boolean {
  return typeId === Type.Utf8 || typeId === Type.LargeUtf8;
}
