import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareScaffold(program: Command): void {
  const scaffold = program
    .command('scaffold <script> [input]')
    .summary('Make a parser of a script')
    .description(
      'Writes a copy of a script with a parse function, with a Parser class added to it: name, version, outputs. With an input, the script is run over it and its data says what the outputs are.',
    )
    .option('--out <file>', 'Where the parser goes (<script>_parser.py beside the script)')
    .option('--force', 'Replace the file if it is there')
    .option('--python <path>', 'Python to use, as for `run`')
    .action(runs(() => import('./scaffold.run.js'), { ownsSignals: true }));
  examples(scaffold, [
    ['casparian scaffold script.py', 'A Parser class with outputs to fill in'],
    ['casparian scaffold script.py sample.csv', 'Outputs as the sample has them'],
    ['casparian scaffold read.ts sample.csv --out sales.ts', 'TypeScript, under a name of its own'],
  ]);
}
