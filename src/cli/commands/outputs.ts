import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { duration } from '../options/values.js';

export function declareOutputs(program: Command): void {
  const outputs = program
    .command('outputs')
    .summary('List what was written, or prune what was superseded')
    .description('Lists the datasets that jobs have written: what a query sees. With `prune`, deletes what none sees.')
    .option('--parser <name>', 'Only those of this parser')
    .option('--output <name>', 'Only this output')
    .option('--files', 'Each file and its source; with --json also hash and job')
    .option('--all', 'Superseded files, too')
    .enablePositionalOptions()
    .addOption(tenantOption())
    .action(runs(() => import('./outputs/list.js')));
  examples(outputs, [
    ['casparian outputs --parser invoices --files', 'Every file, and where its rows came from'],
    ["casparian outputs --files --json | jq -r '.[].path'", 'The paths, for a query'],
  ]);
  const prune = outputs
    .command('prune')
    .summary('Delete files that no query sees')
    .description('Deletes superseded files and those that crashed jobs left. Files that are current are never touched.')
    .option('--older-than <duration>', 'Superseded longer ago than this (7d)', duration)
    .option('--dry-run', 'Count them, delete nothing')
    .addOption(tenantOption())
    .action(runs(() => import('./outputs/prune.js')));
  examples(prune, [['casparian outputs prune --older-than 30d --dry-run', 'How much would go']]);
}
