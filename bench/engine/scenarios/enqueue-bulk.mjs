import { nowMs } from '../../shared/clock.mjs';
import { payloadLists } from '../measure/payload.mjs';

const PER_CALL = 1_000;
const IN_ONE_CALL = 'one call for all';

/** How fast lists of jobs are accepted: 1,000 per call, and on SQLite also all of them in one call. */
export const enqueueBulk = {
  name: 'enqueue-bulk',
  title: 'Enqueue, bulk, 1,000 jobs per call',
  onlyEnqueues: true,
  metrics: [{ key: 'rate', label: 'enqueue bulk', unit: 'jobs/s' }],
  base: { name: 'raw bulk', of: { pg: ['raw-pg-unnest'], sqlite: ['raw-sqlite-full'], redis: ['raw-redis'] } },

  // Bulk is several times faster than anything else here, so it gets several times the jobs.
  cases: ({ jobs }) => [
    ...[
      'raw-pg-unnest',
      'casparian-pg',
      'graphile-default',
      'pg-boss-burst',
      'raw-sqlite-full',
      'raw-sqlite-normal',
      'casparian-sqlite',
      'plainjob',
      'raw-redis',
      'bullmq',
    ].map((subject) => ({ subject, params: { jobs: jobs * 5, perCall: PER_CALL } })),
    ...['raw-sqlite-full', 'casparian-sqlite'].map((subject) => ({
      subject,
      variant: IN_ONE_CALL,
      params: { jobs: jobs * 5, perCall: jobs * 5 },
    })),
  ],

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    for (const list of payloadLists(2 * PER_CALL, PER_CALL)) await driver.enqueueMany(list);
    const lists = [...payloadLists(params.jobs, params.perCall)]; // made before the clock starts
    const startedAt = nowMs();
    for (const list of lists) await driver.enqueueMany(list);
    return { rate: params.jobs / ((nowMs() - startedAt) / 1000) };
  },

  targets: [
    { subject: 'casparian-pg', metric: 'rate', atLeast: 0.6, against: ['raw-pg-unnest'], name: 'raw unnest' },
    { subject: 'casparian-sqlite', metric: 'rate', atLeast: 0.6, against: ['raw-sqlite-full'], name: 'raw bulk' },
    {
      subject: 'casparian-sqlite',
      variant: IN_ONE_CALL,
      metric: 'rate',
      atLeast: 0.6,
      against: ['raw-sqlite-full'],
      name: 'raw, one transaction',
    },
  ],
};
