import { confusedFormats, declaredFormat, formatsOf } from '../../../contract/index.js';
import type { Tally } from '../profile/tally.js';
import type { Candidate } from './candidate.js';
import { choose } from './choose.js';
import { dateCandidates, dateForm } from './date-candidates.js';

/**
 * Dates that files of one folder write differently: `2020-03-22T23:45:00` in one, `1/22/2020 17:00` in another. Each
 * way of writing is decided by its own values. Empty if one of them is ambiguous, or if two can be confused.
 */
export function severalDateCandidates(tallies: readonly Tally[]): readonly Candidate[] {
  const forms = new Map<string, Tally[]>();
  for (const tally of tallies) {
    const form = dateForm(tally);
    if (form !== null) forms.set(form, [...(forms.get(form) ?? []), tally]);
  }
  if (forms.size < 2) return [];
  const chosen: Candidate[] = [];
  // In a fixed order: that of the rows must not matter.
  for (const [, values] of [...forms].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const choice = choose(dateCandidates(values), values);
    if (choice.kind !== 'type') return [];
    chosen.push(choice.chosen);
  }
  const type = commonType(chosen.map((one) => one.type));
  const format = type === null ? null : declaredFormat(chosen.flatMap(({ format: one }) => formatsOf(one)));
  if (type === null || format === null || typeof format === 'string' || isConfused(type, formatsOf(format))) return [];
  const label = chosen.map((one) => one.label).join(' or ');
  return [
    {
      type,
      format,
      numberStyle: null,
      label,
      fits: (tally) => chosen.some((one) => one.fits(tally)),
      isNearMiss: (tally) => chosen.some((one) => one.isNearMiss(tally)),
      forbids: (tally) => chosen.every((one) => one.forbids(tally)),
      rivalry: null,
    },
  ];
}

/** A date is the midnight of a datetime. Times with and without a zone have no common type. */
function commonType(types: readonly string[]): string | null {
  const [first = null, ...others] = [...new Set(types)];
  if (others.length === 0) return first;
  return [first, ...others].every((type) => type === 'date' || type === 'datetime') ? 'datetime' : null;
}

function isConfused(type: string, formats: readonly (string | null)[]): boolean {
  return confusedFormats(type === 'date' ? 'date' : 'datetime', formats) !== null;
}
