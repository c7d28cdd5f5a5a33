import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from '../shared/option-values.mjs';

export const USAGE = `Usage: node bench/parse/run.mjs [options]

  --case PREFIX     only cases whose id begins so (may be repeated, or a list with commas)
  --rows NUMBER     rows of the input (default 5000000)
  --repeat NUMBER   rounds; the table shows medians (default 3)
  --quick           one round over 500,000 rows, to see that everything works; its numbers mean little
  --list            print the cases, then leave
  --help            this text`;

const FULL = { rows: 5_000_000, fewRows: 1_000_000, manyRows: 10_000_000, repeat: 3 };
const QUICK = { rows: 500_000, fewRows: 100_000, manyRows: 1_000_000, repeat: 1 };

/** What to measure, and how much of it. Throws an Error for the user if an option is invalid. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      case: { type: 'string', multiple: true },
      rows: { type: 'string' },
      repeat: { type: 'string' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const amounts = values.quick ? QUICK : FULL;
  return {
    help: values.help,
    list: values.list,
    quick: values.quick,
    cases: listOf(values.case),
    amounts: {
      ...amounts,
      rows: wholeNumber('--rows', values.rows) ?? amounts.rows,
      repeat: wholeNumber('--repeat', values.repeat) ?? amounts.repeat,
    },
    isPartial: values.case !== undefined || values.rows !== undefined,
  };
}
