import { nowMs } from '../../shared/clock.mjs';
import { enqueueSingly } from '../measure/enqueue.mjs';

const IN_FLIGHT = 100;
const WARM_UP_JOBS = 500;

/** How fast single enqueue calls are acknowledged with 100 of them in flight, as in a busy web server. */
export const enqueueSingle = {
  name: 'enqueue-single',
  title: 'Enqueue, single calls, 100 in flight',
  onlyEnqueues: true,
  metrics: [{ key: 'rate', label: 'enqueue single', unit: 'jobs/s' }],
  base: {
    name: 'raw one-row transactions',
    of: { pg: ['raw-pg-insert'], sqlite: ['raw-sqlite-full'], redis: ['raw-redis'] },
  },

  cases: ({ jobs }) =>
    [
      'raw-pg-insert',
      'casparian-pg',
      'graphile-default',
      'pg-boss-burst',
      'raw-sqlite-full',
      'raw-sqlite-normal',
      'casparian-sqlite',
      'plainjob',
      'raw-redis',
      'bullmq',
    ].map((subject) => ({ subject, params: { jobs } })),

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    await enqueueSingly(driver, WARM_UP_JOBS, IN_FLIGHT);
    const startedAt = nowMs();
    await enqueueSingly(driver, params.jobs, IN_FLIGHT);
    return { rate: params.jobs / ((nowMs() - startedAt) / 1000) };
  },

  targets: [
    { subject: 'casparian-pg', metric: 'rate', atLeast: 2, against: ['raw-pg-insert'], name: 'raw, 10 conn' },
    { subject: 'casparian-sqlite', metric: 'rate', atLeast: 5, against: ['raw-sqlite-full'], name: 'raw FULL' },
  ],
};
