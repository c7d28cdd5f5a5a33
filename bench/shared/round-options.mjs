import { parseArgs } from 'node:util';
import { listOf, wholeNumber } from './option-values.mjs';

/**
 * The options of a benchmark that measures cases in rounds. `amount` is what a round has many of: `{ name, explanation, full, quick }`.
 * Returns the usage text and a function that reads the options; it throws an Error for the user if one is invalid.
 */
export function roundOptions({ script, amount, rounds }) {
  const usage = `Usage: node ${script} [options]

  --case PREFIX     only cases whose id begins so (may be repeated, or a list with commas)
  --${`${amount.name} NUMBER`.padEnd(15)} ${amount.explanation} (default ${amount.full.toLocaleString('en-US')})
  --repeat NUMBER   rounds; the table shows medians (default ${rounds})
  --quick           one round of ${amount.quick.toLocaleString('en-US')}, to see that everything works; its numbers mean little
  --list            print the cases, then leave
  --help            this text`;
  return { usage, readOptions: (argv) => readOptions(argv, amount, rounds) };
}

function readOptions(argv, amount, rounds) {
  const { values } = parseArgs({
    args: argv,
    options: {
      case: { type: 'string', multiple: true },
      [amount.name]: { type: 'string' },
      repeat: { type: 'string' },
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick, help, list } = values;
  const given = values[amount.name];
  return {
    ...{ help, list, quick, cases: listOf(values.case) },
    [amount.name]: wholeNumber(`--${amount.name}`, given) ?? (quick ? amount.quick : amount.full),
    repeat: wholeNumber('--repeat', values.repeat) ?? (quick ? 1 : rounds),
    isPartial: values.case !== undefined || given !== undefined,
  };
}
