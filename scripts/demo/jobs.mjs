import { setTimeout as sleep } from 'node:timers/promises';
import { defineJob } from '../../dist/engine/index.js';

export const importRow = defineJob({ type: 'import-row', run: () => undefined });

export const fetchPage = defineJob({
  type: 'fetch-page',
  retry: { baseMs: 200 },
  run: ({ url, failures }, { job }) => {
    if (job.attempt <= failures) throw Object.assign(new Error(`503 from ${url}`), { status: 503 });
    return { bytes: 48_213 };
  },
});

export const report = defineJob({
  type: 'report',
  run: async ({ day, slow }, { job, signal }) => {
    if (slow && job.attempt === 1) await sleep(60_000, undefined, { signal });
    return { day, rows: 5_000 };
  },
});
