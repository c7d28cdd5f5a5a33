import { startEnqueuer } from '../children/start-enqueuer.mjs';
import { enqueueAtRandom, enqueueSingly } from '../measure/enqueue.mjs';
import { collectLatencies } from '../measure/latencies.mjs';

const ACROSS = 'across processes';
const IN_PROCESS = 'in process';

/**
 * How long an idle worker takes to start a job, from just before the enqueue call to the handler's first line.
 * Worker and enqueuer are different processes, as in most deployments, unless the case says otherwise.
 */
export const idleLatency = {
  name: 'idle-latency',
  title: 'Idle latency, enqueue → handler',
  metrics: [
    { key: 'p50', label: 'latency p50', unit: 'ms', lowerIsBetter: true },
    { key: 'p99', label: 'latency p99', unit: 'ms', lowerIsBetter: true },
  ],
  base: { name: 'raw', variant: ACROSS, of: { pg: ['raw-pg-notify'] } },

  cases: ({ samples }) =>
    [
      ['raw-pg-notify', ACROSS],
      ['casparian-pg', ACROSS],
      ['graphile-default', ACROSS],
      ['pg-boss-notify', ACROSS],
      ['pg-boss-poll', ACROSS],
      ['casparian-pg', IN_PROCESS],
      ['casparian-sqlite', IN_PROCESS],
      ['casparian-sqlite', ACROSS],
      ['plainjob', ACROSS],
      ['bullmq', ACROSS],
    ].map(([subject, variant]) => ({
      subject,
      variant,
      params: { jobs: samples, minGapMs: 5, maxGapMs: 30, across: variant === ACROSS },
    })),

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    const latencies = collectLatencies();
    await driver.startWorker(latencies.onStart);
    if (params.across) {
      await startEnqueuer({ subject: subject.id, place, pace: 'random', params }).finished;
    } else {
      await enqueueSingly(driver, 20, 1); // warm-up: without a stamp, so not counted
      await enqueueAtRandom(driver, params);
    }
    await latencies.reached(params.jobs);
    return latencies.summary();
  },

  targets: [
    { subject: 'casparian-pg', variant: ACROSS, metric: 'p50', atMost: 1.3, against: ['raw-pg-notify'], name: 'raw' },
    { subject: 'casparian-pg', variant: ACROSS, metric: 'p99', limit: 10 },
    { subject: 'casparian-sqlite', variant: IN_PROCESS, metric: 'p99', limit: 3 },
    { subject: 'casparian-sqlite', variant: ACROSS, metric: 'p99', limit: 10 },
  ],
};
