import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { bytes } from '../options/values.js';

export function declareDatasets(program: Command): void {
  const datasets = program
    .command('datasets')
    .summary('List the datasets, look at one, compact them')
    .description('Lists what a query can ask: each dataset with its rows, files, size, parser and age.')
    .enablePositionalOptions()
    .action(runs(() => import('./datasets/list.js')));
  examples(datasets, [
    ['casparian datasets', 'What there is'],
    ["casparian datasets --json | jq -r '.[].name'", 'The names, for a script'],
  ]);
  const show = datasets
    .command('show')
    .argument('<dataset>', 'Its name, or parser.output')
    .summary('Show the columns, versions and sources of one')
    .description('Shows the columns and types that a query sees, who wrote the rows, and whose came last.')
    .action(runs(() => import('./datasets/show.js')));
  examples(show, [['casparian datasets show orders', '']]);
  const compact = datasets
    .command('compact')
    .argument('[dataset]', 'Its name, or parser.output; all of them without it')
    .summary('Make one file of many small ones')
    .description(
      'Merges small Parquet files of the same version of a parser into larger ones. Queries see the same rows before and ' +
        'after; the old files stay for those who are reading them, until `outputs prune` deletes them.',
    )
    .option('--smaller-than <bytes>', 'Only files smaller than this (32MiB)', bytes)
    .action(runs(() => import('./datasets/compact.js'), { ownsSignals: true }));
  examples(compact, [
    ['casparian datasets compact orders', 'After many small files'],
    ['casparian datasets compact && casparian outputs prune --older-than 1d', 'Nightly'],
  ]);
}
