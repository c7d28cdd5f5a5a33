import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';

export function declareFiles(program: Command): void {
  const files = program
    .command('files')
    .summary('List the files that scans have found')
    .description('Lists files by their paths, with what became of each.')
    .option('--tag <topic>', 'Only files scanned with this tag')
    .option('--topic <topic>', 'Only files with this topic, by tag or by rule')
    .option('--parser <name>', 'Only files that this parser has read, or is to read')
    .addOption(
      new Option('--status <status>', 'Only files that are …').choices([
        'new',
        'pending',
        'processed',
        'failed',
        'missing',
      ]),
    )
    .option('--path <glob>', 'Only files whose name matches, or with a slash the end of whose path does')
    .addOption(tenantOption())
    .action(runs(() => import('./files.run.js')));
  addLimit(files);
  examples(files, [
    ['casparian files --status failed', 'What needs a look'],
    ["casparian files --path '*.csv' --tag invoices", 'Some of them'],
    ["casparian files --status missing --json | jq -r '.[].path'", 'The paths, for a script'],
  ]);
}
