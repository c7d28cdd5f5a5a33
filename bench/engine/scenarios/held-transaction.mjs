import { startEnqueuer } from '../children/start-enqueuer.mjs';
import { sleep } from '../../shared/clock.mjs';
import { collectLatencies } from '../measure/latencies.mjs';
import { connectAll } from '../measure/postgres-clients.mjs';

const FREE = 'free run';
const HELD = 'transaction held';

/**
 * An idle session keeps its snapshot for the whole run, so PostgreSQL cannot remove the dead row versions of the queue. A
 * claim that reads them gets slower over time.
 */
export const heldTransaction = {
  name: 'held-transaction',
  title: 'A transaction held open for the whole run, at a steady rate of jobs',
  metrics: [
    { key: 'rate', label: 'completed', unit: 'jobs/s' },
    { key: 'p50', label: 'latency p50', unit: 'ms', lowerIsBetter: true },
    { key: 'p99', label: 'latency p99', unit: 'ms', lowerIsBetter: true },
  ],
  base: { name: FREE, variant: FREE, of: 'itself' },
  rounds: () => 1, // a minute at a fixed rate is long enough without repetition

  cases: ({ perSecond, heldSeconds }) =>
    ['raw-pg-claim-one', 'casparian-pg'].flatMap((subject) =>
      [FREE, HELD].map((variant) => ({
        subject,
        variant,
        params: { perSecond, seconds: heldSeconds, held: variant === HELD },
      })),
    ),

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    if (params.held) await holdSnapshot(place.url);
    const latencies = collectLatencies();
    await driver.startWorker(latencies.onStart);
    const enqueuer = startEnqueuer({ subject: subject.id, place, pace: 'steady', params });
    await enqueuer.ready;
    await sleep(params.seconds * 1000);
    return { rate: latencies.count() / params.seconds, ...latencies.summary() };
  },

  targets: [
    {
      subject: 'casparian-pg',
      variant: HELD,
      metric: 'rate',
      atLeast: 0.9,
      against: ['casparian-pg'],
      againstVariant: FREE,
      name: FREE,
    },
  ],
};

/** A session that reads once and then stays idle in its transaction until the process ends. */
async function holdSnapshot(url) {
  const [client] = await connectAll(url, 1);
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from pg_class');
}
