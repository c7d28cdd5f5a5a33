import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { bytes } from '../options/values.js';

export function declareDatasets(program: Command): void {
  const datasets = program
    .command('datasets')
    .summary('List the datasets, look at one, set its contract, compact them')
    .description('Lists what a query can ask: each dataset with its rows, files, size, parser and age.')
    .enablePositionalOptions()
    .addOption(tenantOption())
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
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/show.js')));
  examples(show, [['casparian datasets show orders', 'What a query can ask of it']]);
  const contract = datasets
    .command('contract')
    .argument('<dataset>', 'Its name')
    .summary('Show what the built-in readers hold a dataset to, or set it')
    .description(
      'Prints the contract of a dataset that is read without a parser, as `infer --save` writes one. --set puts another in its ' +
        'place: files are held to it from then on, and `backfill builtin` has earlier ones read again.',
    )
    .option('--suggest', 'Print the contract that all its files have in common instead, also those that were refused')
    .addOption(new Option('--set <file>', 'A contract file, such as `infer --save` writes').conflicts('suggest'))
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/contract.js')));
  examples(contract, [
    ['casparian datasets contract orders > orders.json', 'To look at it, or to change it'],
    ['casparian datasets contract orders --suggest > orders.json', 'When later files are wider than the first'],
    ['casparian datasets contract orders --set orders.json', 'What later files are held to'],
    ['casparian backfill builtin --execute && casparian process', 'And then: earlier files, too'],
  ]);
  const compact = datasets
    .command('compact')
    .argument('[dataset]', 'Its name, or parser.output; all of them without it')
    .summary('Make one file of many small ones')
    .description(
      'Merges small Parquet files of the same version of a parser into larger ones. Queries see the same rows before and ' +
        'after; the old files stay for those who are reading them, until `outputs prune` deletes them.',
    )
    .option('--smaller-than <bytes>', 'Only files smaller than this (32MiB)', bytes)
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/compact.js'), { ownsSignals: true }));
  examples(compact, [
    ['casparian datasets compact orders', 'After many small files'],
    ['casparian datasets compact && casparian outputs prune --older-than 1d', 'Nightly'],
  ]);
}
