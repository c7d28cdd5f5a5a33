import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareLoad(program: Command): void {
  const command = program
    .command('load')
    .summary('Load a dataset into a table of PostgreSQL')
    .description(
      'Makes a table of another PostgreSQL database hold the current rows of a dataset. Copies the rows of new files, and deletes ' +
        'rows that newer ones have replaced, in one transaction. Creates the table if it does not exist.',
    )
    .argument('<dataset>', 'Name, or parser.output')
    .option('--to <url>', 'Database to load into, postgres://… (default: the setting load_to)')
    .option('--table <name>', "Table, or schema.table (default: the dataset's name, in the schema public)")
    .addOption(tenantOption())
    .action(runs(() => import('./load.run.js'), { ownsSignals: true }));
  examples(command, [
    [
      'casparian load orders --to postgres://me@warehouse/sales --table orders',
      'Create the table, or bring it up to date',
    ],
    ['CASPARIAN_LOAD_TO=postgres://… casparian load orders', 'The password is not in the list of processes'],
    ['CASPARIAN_LOAD_DATASETS=orders casparian start --watch in --auto', 'Load after each change'],
  ]);
}
