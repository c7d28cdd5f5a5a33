import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addSelectionOptions } from '../options/selection.js';
import { tenantOption } from '../options/tenant.js';

export function declareScan(program: Command): void {
  const scan = program
    .command('scan <dir...>')
    .summary('Find files, and make jobs of those a parser wants')
    .description(
      'Walks folders, writes down which files are new, changed or gone, and makes a job of each that a parser subscribes ' +
        'to. Hidden and unfinished files (*.tmp, *.part, names ending in ~ …) are passed by, as is what ' +
        '.casparianignore in the folder names.',
    );
  addSelectionOptions(scan)
    .option('--auto', 'Let the built-in readers read files that no parser wants. Remembered as a rule for the folder')
    .option('--dataset <name>', 'With --auto: the dataset they go to (the name of each, without dates and numbers)')
    .option('--rehash', 'Read files that look unchanged, too')
    .addOption(tenantOption())
    .action(runs(() => import('./scan.run.js')));
  examples(scan, [
    ['casparian scan /data/csv --tag invoices', 'Every file in it'],
    ['casparian scan /data/csv --auto', 'Without a parser: CSV, JSON, Excel, Parquet'],
    ["casparian scan . --tag sales --pattern '*.csv' --ignore archive/", 'Some of them'],
  ]);
}
