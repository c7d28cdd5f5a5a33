import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { addSelectionOptions } from '../options/selection.js';
import { addServerOptions } from '../options/server.js';
import { addServingOptions } from '../options/serving.js';
import { tenantOption } from '../options/tenant.js';
import { repeated, wholeNumber } from '../options/values.js';

export function declareStart(program: Command): void {
  const start = program
    .command('start')
    .summary('Watch folders and process new files')
    .description(
      'Watches folders, records files once they stop changing, and runs their jobs until SIGTERM or Ctrl-C. A home can ' +
        'have one such daemon. Logs go to stderr: JSON, or text on a terminal.',
    )
    .requiredOption('--watch <dir>', 'Folder to watch. Repeatable', repeated);
  addSelectionOptions(start)
    .option('--auto', 'Read files without a parser with the built-in readers. Stored as a rule for the folders')
    .option(
      '--dataset <name>',
      'With --auto: the dataset for the rows (default: the file name without dates and numbers)',
    )
    .option(
      '-j, --jobs <n>',
      'Files to process at the same time (default: number of CPUs + 1)',
      wholeNumber('--jobs', { min: 1, max: 1_000 }),
    )
    .option('--settle <duration>', 'Process a file once it has not changed for this long (2s)')
    .option('--worker-id <id>', 'Its name in leases, logs and metrics (default: the name of the previous daemon)');
  addServerOptions(start.option('--serve', 'Serve the HTTP API in the same process'));
  addRuntimeOptions(addServingOptions(start))
    .addOption(tenantOption())
    .action(runs(() => import('./start.run.js'), { ownsSignals: true }));
  examples(start, [
    ['casparian start --watch /data/incoming --tag invoices', 'Tag every file'],
    ['casparian start --watch /data/incoming --auto', 'CSV, JSON, Excel, Parquet, without a parser'],
    ['casparian start --watch ./in --serve', 'With the HTTP API, in one process'],
    ["casparian start --watch ./in --pattern '*.csv' --settle 10s", 'CSV files, once unchanged for 10 s'],
  ]);
}
