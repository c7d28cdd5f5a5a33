import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';

export function declareDemo(program: Command): void {
  const demo = program
    .command('demo [folder]')
    .summary('Show the main commands on a sample folder, in seconds')
    .description(
      'Creates a folder with messy files and two parsers, and runs the commands that turn them into clean data, with a ' +
        'short explanation each: register, scan, process, quarantine, replay, query. Uses a temporary folder, or a folder ' +
        'that you name, which must be new or empty. The demo has its own home and database; yours do not change. Needs ' +
        'no network. Steps that need Python are skipped if it is not installed.',
    )
    .option('--python <path>', 'Python for the Python parser (default: python3 or python on the PATH)')
    .action(runs(() => import('./demo.run.js'), { ownsSignals: true }));
  examples(demo, [
    ['casparian demo', 'In a temporary folder'],
    ['casparian demo ./casparian-demo', 'In a folder to continue in'],
  ]);
}
