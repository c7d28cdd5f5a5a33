import type { Tally } from '../profile/tally.js';
import { NEVER, type Candidate } from './candidate.js';

/** Names of columns with days, in several languages; also at the end of `birth_dt`. */
const DAY_NAME = /date|datum|fecha|jour|(?:^|[_\s-])(?:day|dt|dat|tag|dag|ymd)(?:$|[_\s-])/i;
const FEWEST_UNNAMED = 100;
/** Consecutive numbers that begin with a day leave the month within a hundred. */
const SMALLEST_SPAN = 100;

/**
 * `20240131` is a number by default. It is a day when all values are days and the column is named like one, or when
 * there are at least 100 of them over more than a month: numbers that look like days by chance are rare, and
 * consecutive numbers stop being days at the end of a month.
 */
export function compactDateCandidates(tallies: readonly Tally[], name: string): readonly Candidate[] {
  const [only, ...others] = tallies.filter(({ family }) => family !== 'word');
  if (only?.family !== 'compactDate' || others.length > 0) return [];
  const isMany = only.count >= FEWEST_UNNAMED && only.largest - only.smallest > SMALLEST_SPAN;
  return DAY_NAME.test(name) || isMany ? [compactDate()] : [];
}

export function compactDate(): Candidate {
  return {
    type: 'date',
    format: '%Y%m%d',
    numberStyle: null,
    label: 'date YYYYMMDD',
    fits: ({ family }) => family === 'compactDate',
    isNearMiss: NEVER,
    forbids: NEVER,
    rivalry: null,
  };
}
