import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { addSelectionOptions } from '../options/selection.js';
import { addServingOptions } from '../options/serving.js';
import { tenantOption } from '../options/tenant.js';
import { repeated, wholeNumber } from '../options/values.js';

export function declareStart(program: Command): void {
  const start = program
    .command('start')
    .summary('Watch folders and process what comes')
    .description(
      'Watches folders, records files once they have settled, and runs their jobs, until SIGTERM or Ctrl-C. One home has ' +
        'one such daemon. Logs go to stderr: JSON, or text on a terminal.',
    )
    .requiredOption('--watch <dir>', 'Folder to watch. Repeatable', repeated);
  addSelectionOptions(start)
    .option('--auto', 'Let the built-in readers read files that no parser wants. Remembered as a rule for the folders')
    .option('--dataset <name>', 'With --auto: the dataset they go to (the name of each, without dates and numbers)')
    .option(
      '-j, --jobs <n>',
      'Files at the same time (one for each processor, two at least)',
      wholeNumber('--jobs', { min: 1, max: 1_000 }),
    )
    .option('--settle <duration>', 'Take a file once it has not changed for this long (2s)')
    .option('--worker-id <id>', 'Its name in leases, logs and metrics (that of the daemon before it)');
  addRuntimeOptions(addServingOptions(start))
    .addOption(tenantOption())
    .action(runs(() => import('./start.run.js'), { ownsSignals: true }));
  examples(start, [
    ['casparian start --watch /data/incoming --tag invoices', 'Every file is an invoice'],
    ['casparian start --watch /data/incoming --auto', 'CSV, JSON, Excel, Parquet, without a parser'],
    ["casparian start --watch ./in --pattern '*.csv' --settle 10s", 'CSV files, once they rest for 10 s'],
  ]);
}
