// The tasks benchmark: `node bench/tasks/run.mjs --help`. It sets itself up, measures, prints a table and writes it to
// bench/results/. See the README beside it for how to read it.
import { measureInRounds } from '../shared/measure-in-rounds.mjs';
import { roundOptions } from '../shared/round-options.mjs';
import { cases } from './cases.mjs';
import * as report from './report.mjs';

const options = roundOptions({
  script: 'bench/tasks/run.mjs',
  amount: { name: 'runs', explanation: 'programs started in each round', full: 500, quick: 50 },
  rounds: 7,
});

process.exitCode = await measureInRounds({
  ...{ argv: process.argv.slice(2), options, cases, report },
  facts: { concurrency: 4 },
});
