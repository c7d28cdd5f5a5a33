import { useGet } from '../data/use-get.js';
import { cappedText } from '../parts/number.js';

/** What waits, beside the items of the navigation. */
export function useCounts(): Readonly<Record<string, number | string | undefined>> {
  const jobs = useGet('/v1/job-counts', {}, { live: ['job'] });
  const all = Object.values(jobs.data ?? {});
  const total = all.reduce((sum, { count }) => sum + count, 0);
  return { '/jobs': jobs.data && cappedText({ count: total, capped: all.some(({ capped }) => capped) }) };
}
