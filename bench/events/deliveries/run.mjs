// How many webhooks per second one worker delivers to a receiver on the same machine: `npm run bench:deliveries -- --help`.
import { fileURLToPath } from 'node:url';
import { measureInRounds } from '../../shared/measure-in-rounds.mjs';
import { roundOptions } from '../../shared/round-options.mjs';
import { onStore } from '../../shared/on-store.mjs';
import * as report from './report.mjs';

const PROGRAM = fileURLToPath(new URL('deliver.mjs', import.meta.url));
/** The fewest deliveries in a second. */
const AT_LEAST = 1_000;

const options = roundOptions({
  script: 'bench/events/deliveries/run.mjs',
  amount: { name: 'deliveries', explanation: 'in each round', full: 5_000, quick: 500 },
  rounds: 3,
});
const measure = (bench, store) =>
  onStore(bench, store, (url, folder) => [PROGRAM, bench.deliveries, bench.concurrency, url, folder]);
const cases = [
  { id: 'pg', label: 'PostgreSQL', store: 'pg', measure, atLeast: AT_LEAST },
  { id: 'sqlite', label: 'SQLite', store: 'sqlite', measure },
];

process.exitCode = await measureInRounds({
  ...{ argv: process.argv.slice(2), options, cases, report },
  facts: { concurrency: 64 },
});
