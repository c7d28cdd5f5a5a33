import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { duration } from '../options/values.js';

export function declareOutputs(program: Command): void {
  const outputs = program
    .command('outputs')
    .summary('List output files, or delete superseded ones')
    .description('Lists the outputs of jobs that queries use. `prune` deletes superseded files.')
    .option('--parser <name>', 'Only outputs of this parser')
    .option('--output <name>', 'Only this output')
    .option('--files', 'List each file with its source; with --json also hash and job')
    .option('--all', 'Include superseded files')
    .enablePositionalOptions()
    .addOption(tenantOption())
    .action(runs(() => import('./outputs/list.js')));
  examples(outputs, [
    ['casparian outputs --parser invoices --files', 'Each file and its source'],
    ["casparian outputs --files --json | jq -r '.[].path'", 'The paths, for a query'],
  ]);
  const prune = outputs
    .command('prune')
    .summary('Delete superseded files')
    .description('Deletes superseded files and files left by crashed jobs. Never deletes current files.')
    .option('--older-than <duration>', 'Only files superseded longer ago than this (7d)', duration)
    .option('--dry-run', 'Count them without deleting')
    .addOption(tenantOption())
    .action(runs(() => import('./outputs/prune.js')));
  examples(prune, [['casparian outputs prune --older-than 30d --dry-run', 'Count what would be deleted']]);
}
