import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';

export function declareFiles(program: Command): void {
  const files = program
    .command('files')
    .summary('List the files found by scans')
    .description('Lists files by path, with their status.')
    .option('--tag <topic>', 'Only files scanned with this tag')
    .option('--topic <topic>', 'Only files with this topic, by tag or by rule')
    .option('--parser <name>', 'Only files that this parser has processed or will process')
    .addOption(
      new Option('--status <status>', 'Only files with this status').choices([
        'new',
        'pending',
        'processed',
        'failed',
        'missing',
      ]),
    )
    .option('--path <glob>', 'Only files whose name matches; a pattern with a slash matches the end of the path')
    .addOption(tenantOption())
    .action(runs(() => import('./files.run.js')));
  addLimit(files);
  examples(files, [
    ['casparian files --status failed', 'Files that failed'],
    ["casparian files --path '*.csv' --tag invoices", 'Filter by name and tag'],
    ["casparian files --status missing --json | jq -r '.[].path'", 'The paths, for a script'],
  ]);
}
