import { may } from '../data/session.js';
import { useGet } from '../data/use-get.js';
import { cappedText } from '../parts/number.js';

/** What waits, beside the items of the navigation. */
export function useCounts(): Readonly<Record<string, number | string | undefined>> {
  const jobs = useGet('/v1/job-counts', {}, { live: ['job'] });
  const rows = useGet(may('data:read') ? '/v1/stats/rows' : null, {}, { live: ['job', 'quarantine'] });
  if (!jobs.data) return {};
  const { failed, dead_letter: dead } = jobs.data;
  return {
    '/jobs': sumText(Object.values(jobs.data)),
    '/errors': failed.count + dead.count === 0 ? undefined : sumText([failed, dead]),
    '/quarantine': rows.data?.quarantined,
  };
}

function sumText(counts: readonly { readonly count: number; readonly capped: boolean }[]): string {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  return cappedText({ count, capped: counts.some(({ capped }) => capped) });
}
