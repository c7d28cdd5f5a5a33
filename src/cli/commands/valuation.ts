import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareValuation(program: Command): void {
  const valuation = program
    .command('valuation')
    .summary('Values of items, explained')
    .description('Values of items, computed from their prices.');
  const show = valuation
    .command('show <intake>')
    .summary('Show the value of an item, and why')
    .description(
      'Shows the value of an item, its range and how sure it is. With --explain, also a plot, and every price with its weight or the reason why it was not used.',
    )
    .option('--explain', 'Plot the prices and give the reason for each')
    .option('--history', 'Earlier values, newest first')
    .addOption(tenantOption())
    .action(runs(() => import('./valuation/show.js')));
  examples(show, [
    ['casparian valuation show 0199c3a4 --explain', 'With a plot'],
    ["casparian valuation show 0199c3a4 --json | jq '.value_cents'", 'For scripts'],
  ]);
  examples(valuation, [['casparian valuation show 0199c3a4', 'By the beginning of the id of an item']]);
}
