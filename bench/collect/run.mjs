// The collect benchmark: `node bench/collect/run.mjs --help`. It sets itself up, measures, prints a table and writes it to
// bench/results/. See the README beside it for how to read it.
import { measureInRounds } from '../shared/measure-in-rounds.mjs';
import { roundOptions } from '../shared/round-options.mjs';
import { cases } from './cases.mjs';
import * as report from './report.mjs';

const options = roundOptions({
  script: 'bench/collect/run.mjs',
  amount: { name: 'intakes', explanation: 'intakes to value, with 100 points each', full: 10_000, quick: 100 },
  rounds: 3,
});

process.exitCode = await measureInRounds({ argv: process.argv.slice(2), options, cases, report });
