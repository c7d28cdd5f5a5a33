import { drainSome, warmUp } from '../measure/drain.mjs';
import { settlePlace, writeBackFill } from '../measure/settle-place.mjs';

const EMPTY = 'empty table';

/**
 * Whether a large table slows down the claim. All three cases measure the rate of started jobs, because a backlog of a
 * million is not drained completely.
 */
export const tableSize = {
  name: 'table-size',
  title: 'Drain with many pending or many finished rows in the table',
  metrics: [{ key: 'rate', label: 'drain', unit: 'jobs/s' }],
  base: { name: EMPTY, variant: EMPTY, of: 'itself' },

  cases: ({ jobs, manyRows }) =>
    ['casparian-pg', 'casparian-sqlite'].flatMap((subject) => [
      { subject, variant: EMPTY, params: { jobs, pending: withMargin(jobs), finished: 0 } },
      { subject, variant: 'many pending', params: { jobs, pending: manyRows, finished: 0 } },
      { subject, variant: 'many finished', params: { jobs, pending: withMargin(jobs), finished: manyRows } },
    ]),

  measure: async ({ subject, place, params }) => {
    const driver = await subject.open(place);
    await warmUp(driver);
    await driver.fill({ pending: params.pending, finished: params.finished });
    await settlePlace(subject.store, place);
    await writeBackFill(subject.store, place);
    return drainSome(driver, params.jobs);
  },

  targets: ['casparian-pg', 'casparian-sqlite'].flatMap((subject) =>
    ['many pending', 'many finished'].map((variant) => ({
      subject,
      variant,
      metric: 'rate',
      atLeast: 0.85,
      against: [subject],
      againstVariant: EMPTY,
      name: EMPTY,
    })),
  ),
};

/** A tenth more than is measured, so that the last measured jobs are claimed in full batches too. */
function withMargin(jobs) {
  return Math.ceil(jobs * 1.1);
}
