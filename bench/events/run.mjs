// The events benchmark: `node bench/events/run.mjs --help`. It sets itself up, measures, prints a table and writes it to
// bench/results/. See the README beside it for how to read it.
import { measureInRounds } from '../shared/measure-in-rounds.mjs';
import { roundOptions } from '../shared/round-options.mjs';
import { cases } from './cases.mjs';
import * as report from './report.mjs';

const options = roundOptions({
  script: 'bench/events/run.mjs',
  amount: { name: 'events', explanation: 'events in each round', full: 20_000, quick: 2_000 },
  rounds: 5,
});

process.exitCode = await measureInRounds({ argv: process.argv.slice(2), options, cases, report });
