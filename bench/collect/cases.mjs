import { fileURLToPath } from 'node:url';
import { onStore } from '../shared/on-store.mjs';

/** Their targets are those of issue 17. */
const PG_CLIENTS = 16;
const UPSERTED_POINTS = 1_000;
const FULL_INTAKES = 10_000;

/**
 * The cases. `measure(bench)` returns the seconds of one run. `target` has the most that the median may be: seconds, or a multiple of the
 * case `base`.
 */
export const cases = [
  {
    ...{ id: 'sqlite-grant', label: 'SQLite: a grant of the limiter', store: 'sqlite' },
    ...{ measure: runs('grant.mjs', 1), target: { seconds: 0.000_1 } },
  },
  {
    ...{ id: 'pg-grant', label: `PostgreSQL: a grant, ${PG_CLIENTS} clients on one key`, store: 'pg' },
    ...{ measure: runs('grant.mjs', PG_CLIENTS), target: { seconds: 0.001 } },
  },
  ...['sqlite', 'pg'].flatMap((store) => [
    {
      ...{ id: `${store}-upsert`, label: `${name(store)}: ${UPSERTED_POINTS} points of a job`, store },
      ...{ measure: runs('upsert.mjs', UPSERTED_POINTS), target: { seconds: 0.1 } },
    },
    { id: `${store}-bare`, label: `${name(store)}: a bare request`, store, measure: runs('requests.mjs', 'bare') },
    {
      ...{ id: `${store}-governed`, label: `${name(store)}: a governed request`, store },
      ...{ measure: runs('requests.mjs', 'governed'), base: `${store}-bare`, target: { ratio: 1.1 } },
    },
    {
      ...{ id: `${store}-value`, label: `${name(store)}: valuations from the database`, store },
      ...{ measure: runs('valuations.mjs', ({ intakes }) => intakes) },
      // A shorter run has a share of the time.
      target: { secondsOf: ({ intakes }) => (60 * intakes) / FULL_INTAKES },
    },
  ]),
];

function name(store) {
  return store === 'pg' ? 'PostgreSQL' : 'SQLite';
}

/** Programs use the sources rather than `dist`, whose bundle has only the public functions. */
function runs(program, argument) {
  const path = fileURLToPath(new URL(`programs/${program}`, import.meta.url));
  return (bench, store) =>
    onStore(bench, store, (url) => [
      ...['--import', 'tsx', path, url],
      typeof argument === 'function' ? argument(bench) : argument,
    ]);
}
