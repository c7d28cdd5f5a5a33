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
    .option('--serve', 'Fill a dashboard with data and open it in the browser, until Ctrl-C')
    .option('--port <port>', 'With --serve: port of the dashboard; 0 picks a free one (8080)')
    .option('--python <path>', 'Python for the Python parser (default: python3 or python on the PATH)')
    .action(runs(() => import('./demo.run.js'), { ownsSignals: true }));
  const collect = demo
    .command('collect')
    .summary('Show how prices are collected and items valued')
    .description(
      'Starts a site with a price API and an auction page on this machine, collects prices from it, and shows limits, the ' +
        'breaker, duplicates and a valuation. Takes a few seconds. Nothing is kept.',
    )
    .action(runs(() => import('./demo/collect.js'), { ownsSignals: true }));
  examples(collect, [['casparian demo collect', 'In a few seconds']]);
  examples(demo, [
    ['casparian demo', 'In a temporary folder'],
    ['casparian demo ./casparian-demo', 'In a folder to continue in'],
    ['casparian demo --serve', 'The dashboard, with data to try everything on'],
  ]);
}
