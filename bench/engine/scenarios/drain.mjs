import { drainAll, warmUp } from '../measure/drain.mjs';
import { enqueueInBulk } from '../measure/enqueue.mjs';
import { settlePlace } from '../measure/settle-place.mjs';

const RAW_PG = ['raw-pg-batch-c1', 'raw-pg-batch-c4', 'raw-pg-batch-c10'];
const GRAPHILE_BATCHED = ['graphile-batched', 'graphile-batched-c24', 'graphile-batched-250'];

/** How fast one worker process drains a backlog of jobs that do nothing. */
export const drain = {
  name: 'drain',
  title: 'Drain: one worker process and a backlog',
  metrics: [
    { key: 'rate', label: 'drain', unit: 'jobs/s' },
    { key: 'startUpMs', label: 'worker start to first job', unit: 'ms', informative: true },
  ],
  base: { name: 'raw limit', of: { pg: RAW_PG, sqlite: ['raw-sqlite-full'], redis: ['raw-redis'] } },

  cases: ({ jobs }) =>
    [
      ...RAW_PG,
      'casparian-pg',
      'graphile-default',
      ...GRAPHILE_BATCHED,
      'pg-boss-burst',
      'raw-sqlite-full',
      'raw-sqlite-normal',
      'casparian-sqlite',
      'plainjob',
      'raw-redis',
      'bullmq',
      'bullmq-c100',
    ].map((subject) => ({ subject, params: { jobs } })),

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    await warmUp(driver);
    await enqueueInBulk(driver, params.jobs, 1_000);
    await settlePlace(subject.store, place);
    return drainAll(driver, params.jobs);
  },

  targets: [
    { subject: 'casparian-pg', metric: 'rate', atLeast: 0.8, against: RAW_PG, name: 'raw limit' },
    { subject: 'casparian-pg', metric: 'rate', atLeast: 1.3, against: GRAPHILE_BATCHED, name: 'best graphile' },
    { subject: 'casparian-sqlite', metric: 'rate', atLeast: 0.7, against: ['raw-sqlite-full'], name: 'raw FULL' },
    { subject: 'casparian-sqlite', metric: 'rate', atLeast: 5, against: ['plainjob'], name: 'plainjob' },
  ],
};
