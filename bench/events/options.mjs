import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from '../shared/option-values.mjs';

export const USAGE = `Usage: node bench/events/run.mjs [options]

  --case PREFIX     only cases whose id begins so (may be repeated, or a list with commas)
  --events NUMBER   events in each round (default 20,000)
  --repeat NUMBER   rounds; the table shows medians (default 5)
  --quick           one round of 2,000, to see that everything works; its numbers mean little
  --list            print the cases, then leave
  --help            this text`;

const FULL = { events: 20_000, repeat: 5 };
const QUICK = { events: 2_000, repeat: 1 };

/** What to measure, and how much of it. Throws an Error for the user if an option is invalid. */
export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      case: { type: 'string', multiple: true },
      events: { type: 'string' },
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
    events: wholeNumber('--events', values.events) ?? usual.events,
    repeat: wholeNumber('--repeat', values.repeat) ?? usual.repeat,
    isPartial: values.case !== undefined || values.events !== undefined,
  };
}
