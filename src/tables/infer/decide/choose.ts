import { MOST_DISTINCT, type Tally } from '../profile/tally.js';
import { type Candidate, earliest, total, type Weighed } from './candidate.js';
import { readDifferently } from './number-candidates.js';

export type Choice =
  /** One type, and for each other interpretation the value that rules it out. */
  | { readonly kind: 'type'; readonly chosen: Weighed; readonly ruledOut: readonly Ruling[] }
  /** Several interpretations that every value fits: the user decides. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly Weighed[] }
  /** Values that contradict each other: 13/05/2024 and 05/13/2024. */
  | { readonly kind: 'contradiction'; readonly rulings: readonly Ruling[] }
  /** No type; `nearest` is the type of most values. */
  | { readonly kind: 'text'; readonly nearest: Weighed | null };

export interface Ruling {
  readonly candidate: Weighed;
  readonly by: Tally;
}

/** Up to one value in ten that only the rival reads is a slip; more are a second way of writing. */
const SLIPS_SHARE = 0.1;

export function choose(candidates: readonly Candidate[], values: readonly Tally[]): Choice {
  const weighed = candidates.map((candidate) => weigh(candidate, values)).filter(({ fitting }) => fitting > 0);
  const [best] = weighed.filter((one) => one.isTolerable).sort((a, b) => a.misfits - b.misfits);
  if (best === undefined) {
    const [nearest = null] = [...weighed].sort((a, b) => b.fitting - a.fitting);
    return { kind: 'text', nearest };
  }
  const rivals = weighed.filter((one) => one !== best && one.rivalry !== null && one.rivalry === best.rivalry);
  if (best.rivalry === 'plain') return { kind: 'type', chosen: best, ruledOut: [] };
  return best.rivalry === 'styled' ? amongStyles(best, rivals, values) : amongOrders(best, rivals, values);
}

function weigh(candidate: Candidate, values: readonly Tally[]): Weighed {
  const misfitting = values.filter((tally) => !candidate.fits(tally));
  const nearMisses = misfitting.filter((tally) => candidate.isNearMiss(tally));
  const strays = misfitting.filter((tally) => !candidate.isNearMiss(tally));
  const misfits = total(misfitting);
  const all = total(values);
  return {
    ...candidate,
    fitting: all - misfits,
    misfits,
    firstMisfit: earliest(misfitting),
    isTolerable: !strays.some((tally) => candidate.forbids(tally)) && isTolerable(all, strays, nearMisses),
  };
}

/** Styles that read every value alike are the same: only an ambiguous comma makes a difference. */
function amongStyles(best: Weighed, rivals: readonly Weighed[], values: readonly Tally[]): Choice {
  const alike = rivals.filter(
    (rival) =>
      rival.misfits === best.misfits &&
      rival.numberStyle?.decimal !== best.numberStyle?.decimal &&
      values.some((tally) => readDifferently(tally) && best.fits(tally) && rival.fits(tally)),
  );
  if (alike.length === 0) return { kind: 'type', chosen: best, ruledOut: [] };
  return { kind: 'ambiguous', readings: [best, ...alike.slice(0, 1)] };
}

/** The orders of day, month and year. One value that fits only one order decides, unless other values contradict it. */
function amongOrders(best: Weighed, rivals: readonly Weighed[], values: readonly Tally[]): Choice {
  const ruledOut: Ruling[] = [];
  const open: Weighed[] = [];
  for (const rival of rivals) {
    const mine = values.filter((tally) => best.fits(tally) && !rival.fits(tally));
    const theirs = values.filter((tally) => rival.fits(tally) && !best.fits(tally));
    const by = earliest(mine);
    const against = earliest(theirs);
    if (by === null) {
      if (!isFarFetched(rival)) open.push(rival);
    } else if (against !== null && total(theirs) > total(mine) * SLIPS_SHARE && !isFarFetched(rival)) {
      return {
        kind: 'contradiction',
        rulings: [
          { candidate: rival, by },
          { candidate: best, by: against },
        ],
      };
    } else {
      ruledOut.push({ candidate: rival, by });
    }
  }
  return open.length > 0 ? { kind: 'ambiguous', readings: [best, ...open] } : { kind: 'type', chosen: best, ruledOut };
}

/** A two-digit year comes first only before a hyphen. Otherwise every date of this decade could also be one of 2031. */
function isFarFetched({ format }: Weighed): boolean {
  return typeof format === 'string' && /^%y[^-]/.test(format);
}

/** Fewer values are not enough to call a value a misfit. */
const FEWEST_VALUES = 20;
const LARGEST_SHARE = 0.02;
/** Below this share the variety of the misfits does not matter. */
const STRAY_SHARE = 0.005;
const FEWEST_DATES = 4;
const LARGEST_NEAR_MISS_SHARE = 0.1;

/**
 * Whether a column may have a type that some of its values do not fit. These values are quarantined, where they are seen; a
 * column of text would hide them.
 *
 * - With at least 20 values, one may be a misfit, or up to 2 %.
 * - The misfits are at most 20 different texts, unless they are fewer than one in 200.
 * - Near misses (days that do not exist) may be one of at least 4 values, or up to 10 %.
 */
export function isTolerable(values: number, misfits: readonly Tally[], nearMisses: readonly Tally[]): boolean {
  const near = total(nearMisses);
  if (near > 0 && (values < FEWEST_DATES || near > Math.max(1, values * LARGEST_NEAR_MISS_SHARE))) return false;
  const count = total(misfits);
  if (count === 0) return true;
  if (values < FEWEST_VALUES || count > Math.max(1, values * LARGEST_SHARE)) return false;
  return count < values * STRAY_SHARE || distinctTexts(misfits) <= MOST_DISTINCT;
}

function distinctTexts(misfits: readonly Tally[]): number {
  return misfits.reduce((sum, { distinct }) => sum + (distinct === null ? Infinity : Math.max(1, distinct.size)), 0);
}
