import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareBackfill(program: Command): void {
  const backfill = program
    .command('backfill <parser>')
    .summary("Process files again with a parser's current version")
    .description(
      'Shows the files that an earlier version of the parser processed, or, with `builtin`, an earlier contract of their ' +
        'dataset. With --execute, creates a job for each.',
    )
    .option('--failed', 'Only files whose last job failed, with any version')
    .option('--execute', 'Create the jobs. New rows replace the old ones as each job completes')
    .addOption(tenantOption())
    .action(runs(() => import('./backfill.run.js')));
  examples(backfill, [
    ['casparian backfill invoices', 'Show what would be processed'],
    ['casparian backfill invoices --execute && casparian process', 'Process the files again'],
    ['casparian backfill invoices --failed --execute', 'Only what failed, after you fixed the parser'],
    ['casparian backfill builtin --execute', 'After casparian datasets contract NAME --set FILE'],
  ]);
}
