import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareScaffold(program: Command): void {
  const scaffold = program
    .command('scaffold <script> [input]')
    .summary('Turn a script into a parser')
    .description(
      'Copies a script that has a parse function and adds a Parser class with name, version and outputs. With an input, runs the script on it and takes the outputs from its data.',
    )
    .option('--out <file>', 'Where to write the parser (default: <script>_parser.py next to the script)')
    .option('--force', 'Replace an existing file')
    .option('--python <path>', 'Python to use, as for `run`')
    .action(runs(() => import('./scaffold.run.js'), { ownsSignals: true }));
  examples(scaffold, [
    ['casparian scaffold script.py', 'A Parser class with outputs to fill in'],
    ['casparian scaffold script.py sample.csv', 'Outputs from the data of the sample'],
    ['casparian scaffold read.ts sample.csv --out sales.ts', 'TypeScript, with another file name'],
  ]);
}
