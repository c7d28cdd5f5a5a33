import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from '../shared/option-values.mjs';

export const USAGE = `Usage: node bench/tasks/run.mjs [options]

  --case PREFIX     only cases whose id begins so (may be repeated, or a list with commas)
  --runs NUMBER     programs started in each round (default 500)
  --repeat NUMBER   rounds; the table shows medians (default 7)
  --quick           one round of 50, to see that everything works; its numbers mean little
  --list            print the cases, then leave
  --help            this text`;

const FULL = { runs: 500, repeat: 7 };
const QUICK = { runs: 50, repeat: 1 };

/** What to measure, and how much of it. Throws an Error for the user if an option is invalid. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      case: { type: 'string', multiple: true },
      runs: { type: 'string' },
      repeat: { type: 'string' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const usual = values.quick ? QUICK : FULL;
  return {
    help: values.help,
    list: values.list,
    quick: values.quick,
    cases: listOf(values.case),
    runs: wholeNumber('--runs', values.runs) ?? usual.runs,
    repeat: wholeNumber('--repeat', values.repeat) ?? usual.repeat,
    isPartial: values.case !== undefined || values.runs !== undefined,
  };
}
