import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addSelectionOptions } from '../options/selection.js';
import { tenantOption } from '../options/tenant.js';

export function declareScan(program: Command): void {
  const scan = program
    .command('scan <dir...>')
    .summary('Find files and create jobs for them')
    .description(
      'Walks folders, records new, changed and missing files, and creates a job for each file that a parser subscribes ' +
        'to. Skips hidden and unfinished files (*.tmp, *.part, names ending in ~ …) and files that match ' +
        '.casparianignore in the folder.',
    );
  addSelectionOptions(scan)
    .option('--auto', 'Read files without a parser with the built-in readers. Stored as a rule for the folder')
    .option(
      '--dataset <name>',
      'With --auto: the dataset for the rows (default: the file name without dates and numbers)',
    )
    .option(
      '--accept-renames',
      'With --auto: infer the contracts of the datasets now, and make columns that look renamed one column',
    )
    .option('--rehash', 'Also read files that look unchanged')
    .addOption(tenantOption())
    .action(runs(() => import('./scan.run.js')));
  examples(scan, [
    ['casparian scan /data/csv --tag invoices', 'All files in the folder'],
    ['casparian scan /data/csv --auto', 'Without a parser: CSV, JSON, Excel, Parquet'],
    ['casparian scan /data/csv --auto --accept-renames', 'Also merge columns that files renamed'],
    ["casparian scan . --tag sales --pattern '*.csv' --ignore archive/", 'Only some files'],
  ]);
}
