import { BOOL_PAIRS, BOOL_WORDS } from '../../../contract/index.js';
import { detailOf } from '../profile/shape.js';
import type { Tally } from '../profile/tally.js';
import { NEVER, type Candidate } from './candidate.js';

/**
 * `F` alone may be a sex and `NO` alone a country: all pairs except `true` and `false` need both words in the column.
 * Other words make it a choice of more than two, never a bool with misfits.
 */
export function boolCandidates(tallies: readonly Tally[]): readonly Candidate[] {
  return BOOL_PAIRS.flatMap(([yes, no], index) => {
    const is = ({ family, shape }: Tally, word: string): boolean =>
      family === 'bool' && BOOL_WORDS[detailOf(shape)] === word;
    const isOfPair = (tally: Tally): boolean => is(tally, yes) || is(tally, no);
    const isSeen = (word: string): boolean => tallies.some((tally) => is(tally, word));
    const isSure = index === 0;
    if (isSure ? !isSeen(yes) && !isSeen(no) : !isSeen(yes) || !isSeen(no)) return [];
    return [
      {
        type: 'bool',
        format: isSure ? null : `${yes}/${no}`,
        numberStyle: null,
        label: `bool ${yes}/${no}`,
        fits: isOfPair,
        isNearMiss: NEVER,
        forbids: (tally) => !isSure && !isOfPair(tally),
        rivalry: null,
      },
    ];
  });
}

export function jsonCandidates(tallies: readonly Tally[]): readonly Candidate[] {
  if (!tallies.some(({ family }) => family === 'json')) return [];
  return [
    {
      type: 'json',
      format: null,
      numberStyle: null,
      label: 'json',
      fits: ({ family }) => family === 'json',
      isNearMiss: ({ family }) => family === 'brokenJson',
      // A number is valid JSON too: a column of both is text.
      forbids: ({ family }) => family !== 'json',
      rivalry: null,
    },
  ];
}
