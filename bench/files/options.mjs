import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from '../shared/option-values.mjs';

export const USAGE = `Usage: node bench/files/run.mjs [options]

  --case PREFIX     only cases whose id begins so (may be repeated, or a list with commas)
  --repeat NUMBER   rounds; the table shows medians (default 3)
  --quick           one round with a tenth of the files, to see that everything works; its numbers mean little
  --list            print the cases, then leave
  --help            this text`;

const FULL = {
  csvFiles: 1_000,
  freshFiles: 30,
  smallFiles: 100_000,
  largeBytes: 2 * 2 ** 30,
  parsers: 1_000,
  repeat: 3,
};
const QUICK = { csvFiles: 100, freshFiles: 4, smallFiles: 10_000, largeBytes: 2 ** 28, parsers: 100, repeat: 1 };

/** What to measure, and how much of it. Throws an Error for the user if an option is invalid. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      case: { type: 'string', multiple: true },
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
    amounts: { ...amounts, repeat: wholeNumber('--repeat', values.repeat) ?? amounts.repeat },
    isPartial: values.case !== undefined,
  };
}
