import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addReadingOptions } from '../options/reading.js';
import { wholeNumber } from '../options/values.js';

export function declareInfer(program: Command): void {
  const infer = program
    .command('infer <files...>')
    .summary('Infer the columns and types of files')
    .description(
      'Reads all rows of one or more files and proposes a contract: the type of each column, the evidence for it, and ' +
        'open questions. For several files, also reports how each differs from the first.',
    )
    .option('--save <file>', 'Write the contract to a file for `run --contract`')
    .option(
      '--rows <n>',
      'Read at most this many rows of each file',
      wholeNumber('--rows', { min: 1, max: Number.MAX_SAFE_INTEGER }),
    )
    .action(runs(() => import('./infer.run.js')));
  addReadingOptions(infer);
  examples(infer, [
    ['casparian infer sales.csv', 'Types, evidence, questions'],
    ['casparian infer sales.csv --type day=date:%d/%m/%Y --save sales.json', 'Set a type, and save the contract'],
    ["casparian infer 'exports/*.csv'", 'One contract for all files, and their differences'],
  ]);
}
