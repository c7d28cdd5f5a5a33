import { median } from '../shared/statistics.mjs';

/** Of rows that compare CPU time. */
const TOLERANCE = 1.3;

/** Compares the median of all rounds with the committed ratio. */
export function judged({ name, what, tolerance = TOLERANCE }, all, committed) {
  const ratio = median(all);
  const limit = committed * tolerance;
  const verdict = committed === undefined ? 'NO COMMITTED RATIO' : ratio <= limit ? 'ok' : 'SLOWER';
  return { name, what, all, ratio, committed, limit, verdict };
}
