import type { Cell } from '../columns/cell.js';
import type { ColumnType } from '../columns/column-type.js';
import { LARGEST_PRECISION } from './type-text.js';

type Sort =
  | 'bool'
  | 'int'
  | 'largeInt'
  | 'float'
  | 'decimal'
  | 'text'
  | 'bytes'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'time'
  | 'nested';

/** The narrowest type that holds every cell; text when nothing else does. Text is never looked into: `007` stays text. */
export function inferCells(cells: readonly Cell[]): ColumnType {
  const sorts = new Set<Sort>();
  let scale = 0;
  let integerDigits = 0;
  for (const cell of cells) {
    if (cell === null) continue;
    const sort = sortOf(cell);
    sorts.add(sort);
    if (sort === 'decimal' && typeof cell === 'object' && 'unscaled' in cell) {
      scale = Math.max(scale, cell.scale);
      integerDigits = Math.max(integerDigits, digitsOf(cell.unscaled) - cell.scale);
    } else if (typeof cell === 'bigint') {
      integerDigits = Math.max(integerDigits, digitsOf(cell));
    }
  }
  const only = (...allowed: Sort[]): boolean => sorts.size > 0 && [...sorts].every((sort) => allowed.includes(sort));
  if (only('bool')) return { kind: 'bool' };
  if (only('int')) return { kind: 'int' };
  if (only('int', 'float')) return { kind: 'float' };
  if (only('int', 'largeInt', 'decimal') && integerDigits + scale <= LARGEST_PRECISION) {
    // All the digits there are: later batches may hold larger amounts than the first.
    return { kind: 'decimal', precision: LARGEST_PRECISION, scale };
  }
  if (only('date')) return { kind: 'date' };
  if (only('date', 'datetime')) return { kind: 'datetime', zone: null };
  if (only('instant')) return { kind: 'datetime', zone: 'UTC' };
  if (only('time')) return { kind: 'time' };
  if (only('bytes')) return { kind: 'binary' };
  if (only('nested')) return { kind: 'json' };
  return { kind: 'string' };
}

function sortOf(cell: Exclude<Cell, null>): Sort {
  switch (typeof cell) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'text';
    case 'number':
      return Number.isInteger(cell) ? 'int' : 'float';
    case 'bigint':
      return BigInt.asIntN(64, cell) === cell ? 'int' : 'largeInt';
    default:
      if (cell instanceof Uint8Array) return 'bytes';
      return cell.kind === 'datetime' && cell.zoned ? 'instant' : cell.kind;
  }
}

function digitsOf(value: bigint): number {
  return String(value < 0n ? -value : value).length;
}
