import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareBackfill(program: Command): void {
  const backfill = program
    .command('backfill <parser>')
    .summary("Have files read again by a parser's current version")
    .description(
      'Shows which files an earlier version of the parser has read, or with `builtin` an earlier contract of their dataset. ' +
        'With --execute, makes a job of each.',
    )
    .option('--execute', 'Make the jobs; new rows take the place of the old ones as each completes')
    .addOption(tenantOption())
    .action(runs(() => import('./backfill.run.js')));
  examples(backfill, [
    ['casparian backfill invoices', 'What it would do'],
    ['casparian backfill invoices --execute && casparian process', 'And do it'],
    ['casparian backfill builtin --execute', 'After: casparian datasets contract NAME --set FILE'],
  ]);
}
