import { MOST_DISTINCT, type Sighting } from '../look/sighting.js';
import { total } from './candidate.js';

/** Fewer values than this prove nothing about a value that does not fit. */
const FEWEST_VALUES = 20;
const LARGEST_SHARE = 0.02;
/** Below this share it does not matter how different the misfits are from each other. */
const STRAY_SHARE = 0.005;
const FEWEST_DATES = 4;
const LARGEST_NEAR_MISS_SHARE = 0.1;

/**
 * Whether a column may have a type that some of its values do not fit; they go to the quarantine, where they are seen,
 * while a column of text would hide them among ten thousand numbers.
 *
 * - Of at least 20 values, one may be wrong, and 2 % of them at most.
 * - They are of at most 20 different texts, unless they are fewer than one in 200.
 * - Near misses (a day that does not exist, written as all the others) may be one of at least 4 values, and 10 %.
 */
export function isTolerable(values: number, misfits: readonly Sighting[], nearMisses: readonly Sighting[]): boolean {
  const near = total(nearMisses);
  if (near > 0 && (values < FEWEST_DATES || near > Math.max(1, values * LARGEST_NEAR_MISS_SHARE))) return false;
  const count = total(misfits);
  if (count === 0) return true;
  if (values < FEWEST_VALUES || count > Math.max(1, values * LARGEST_SHARE)) return false;
  return count < values * STRAY_SHARE || distinctTexts(misfits) <= MOST_DISTINCT;
}

function distinctTexts(misfits: readonly Sighting[]): number {
  return misfits.reduce((sum, { distinct }) => sum + (distinct === null ? Infinity : Math.max(1, distinct.size)), 0);
}
