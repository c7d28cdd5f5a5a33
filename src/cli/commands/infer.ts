import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addReadingOptions } from '../options/reading.js';
import { wholeNumber } from '../options/values.js';

export function declareInfer(program: Command): void {
  const infer = program
    .command('infer <files...>')
    .summary('Find out what the columns of files are')
    .description(
      'Looks at every row of one or more files and proposes a contract: the type of each column, what proves it, and what ' +
        'the values leave open. Of several files it also says how each differs from the first.',
    )
    .option('--save <file>', 'Write the contract, for `run --contract`')
    .option(
      '--rows <n>',
      'Look at no more rows of a file than these',
      wholeNumber('--rows', { min: 1, max: Number.MAX_SAFE_INTEGER }),
    )
    .action(runs(() => import('./infer.run.js')));
  addReadingOptions(infer);
  examples(infer, [
    ['casparian infer sales.csv', 'Types, evidence, questions'],
    ['casparian infer sales.csv --type day=date:%d/%m/%Y --save sales.json', 'A question answered, a contract saved'],
    ["casparian infer 'exports/*.csv'", 'One contract for all, and what changed between them'],
  ]);
}
