import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from '../shared/option-values.mjs';

export const USAGE = `Usage: node bench/engine/run.mjs [options]

  --scenario NAME   only these scenarios (may be repeated, or a list with commas)
  --subject PREFIX  only subjects whose id begins so (may be repeated, or a list with commas)
  --only STORE      only this store: sqlite, pg or redis (may be repeated, or a list with commas)
  --n NUMBER        jobs per throughput measurement (default 20000)
  --repeat NUMBER   rounds; the table shows medians (default 3)
  --quick           one round of small measurements, to see that everything works; its numbers mean little
  --work-dir DIR    where the databases live while measuring (default: the system's temporary folder)
  --list            print the scenarios and subjects, then leave
  --help            this text`;

const FULL = {
  jobs: 20_000,
  repeat: 3,
  samples: 300,
  manyRows: 1_000_000,
  perSecond: 800,
  heldSeconds: 60,
  idleSeconds: 10,
  waveJobs: 100_000,
};
const QUICK = {
  jobs: 3_000,
  repeat: 1,
  samples: 100,
  manyRows: 50_000,
  perSecond: 800,
  heldSeconds: 8,
  idleSeconds: 2,
  waveJobs: 10_000,
};

/** What to measure, and how much of it. Throws an Error for the user if an option is invalid. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      scenario: { type: 'string', multiple: true },
      subject: { type: 'string', multiple: true },
      only: { type: 'string', multiple: true },
      n: { type: 'string' },
      repeat: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'work-dir': { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const amounts = values.quick ? QUICK : FULL;
  return {
    help: values.help,
    list: values.list,
    quick: values.quick,
    workDir: values['work-dir'],
    scenarios: listOf(values.scenario),
    subjects: listOf(values.subject),
    stores: storesOf(values.only),
    amounts: {
      ...amounts,
      jobs: wholeNumber('--n', values.n) ?? amounts.jobs,
      repeat: wholeNumber('--repeat', values.repeat) ?? amounts.repeat,
    },
  };
}

function storesOf(given) {
  const stores = listOf(given);
  const unknown = stores?.find((store) => !['sqlite', 'pg', 'redis'].includes(store));
  if (unknown !== undefined) throw new Error(`--only takes sqlite, pg or redis, not "${unknown}"`);
  return stores;
}
