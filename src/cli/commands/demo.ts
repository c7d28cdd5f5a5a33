import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareDemo(program: Command): void {
  const demo = program
    .command('demo [folder]')
    .summary('Show all of it on a small messy folder, in seconds')
    .description(
      'Makes a folder with untidy files and two parsers, and runs the commands that make clean data of them, each with a ' +
        'line of why: register, scan, process, quarantine, replay, query. The folder is a temporary one, or the one that ' +
        'is named, which must be new or empty. It has a home and a database of its own: yours stay as they are. Needs ' +
        'no network; what needs Python is left out where there is none.',
    )
    .option('--python <path>', 'Python for the parser in Python (python3 or python on the PATH)')
    .action(runs(() => import('./demo.run.js'), { ownsSignals: true }));
  examples(demo, [
    ['casparian demo', 'In a temporary folder'],
    ['casparian demo ./casparian-demo', 'In a folder to go on in'],
  ]);
}
