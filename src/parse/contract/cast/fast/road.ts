import type { ArrowColumn } from '../../../columns/incoming.js';
import type { TypedColumn } from '../../../columns/typed.js';
import type { ColumnProblems } from '../../column-problems.js';
import type { ColumnContract } from '../../contract.js';
import type { Cast } from '../cast.js';

/** Checks a whole Arrow column; null when there is no fast road from its type. */
export type FastRoad = (column: ArrowColumn, rowCount: number, problems: ColumnProblems) => TypedColumn | null;

export function createFastRoad(_contract: ColumnContract, _cast: Cast): FastRoad {
  return () => null;
}
