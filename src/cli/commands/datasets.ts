import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { bytes } from '../options/values.js';

export function declareDatasets(program: Command): void {
  const datasets = program
    .command('datasets')
    .summary('List, describe, publish and compact datasets; set their contracts')
    .description('Lists the datasets that queries can use, with their rows, files, size, parser and age.')
    .enablePositionalOptions()
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/list.js')));
  examples(datasets, [
    ['casparian datasets', 'All datasets'],
    ["casparian datasets --json | jq -r '.[].name'", 'The names, for a script'],
  ]);
  const show = datasets
    .command('show')
    .argument('<dataset>', 'Name, or parser.output')
    .summary('Show the columns, versions and sources of a dataset')
    .description(
      'Shows the columns and types that queries see, the parser versions that wrote the rows, and the newest sources.',
    )
    .option('--profile', 'Also show nulls, distinct values and the range of each column')
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/show.js')));
  examples(show, [
    ['casparian datasets show orders', 'Its columns and types'],
    ['casparian datasets show orders --profile', 'What the columns contain'],
  ]);
  const contract = datasets
    .command('contract')
    .argument('<dataset>', 'Its name')
    .summary('Show or set the contract of a dataset of the built-in readers')
    .description(
      'Prints the contract of a dataset that is read without a parser, in the format of `infer --save`. Files that do not ' +
        'fit it widen it, unless it is frozen. --set replaces and freezes it: later files must match it, and ' +
        '`backfill builtin` processes earlier files again.',
    )
    .option('--suggest', 'Print a contract that fits all files instead, including files that were refused')
    .addOption(new Option('--set <file>', 'A contract file, as written by `infer --save`').conflicts('suggest'))
    .addOption(
      new Option('--freeze', 'Let no file widen it: other columns fail, other values are quarantined').conflicts([
        'suggest',
        'set',
        'unfreeze',
      ]),
    )
    .addOption(new Option('--unfreeze', 'Let files widen it again').conflicts(['suggest', 'set', 'freeze']))
    .addOption(
      new Option('--history', 'List its versions, with the files that caused them').conflicts([
        'suggest',
        'set',
        'freeze',
        'unfreeze',
      ]),
    )
    .addOption(
      new Option('--renames', 'List columns that look renamed, with the evidence').conflicts([
        'suggest',
        'set',
        'freeze',
        'unfreeze',
        'history',
      ]),
    )
    .addOption(
      new Option('--accept-renames', 'Make them one column each; the earlier name becomes an alias').conflicts([
        'suggest',
        'set',
        'freeze',
        'unfreeze',
        'history',
        'renames',
      ]),
    )
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/contract.js')));
  examples(contract, [
    ['casparian datasets contract orders > orders.json', 'Save it to a file, to read or change it'],
    ['casparian datasets contract orders --suggest > orders.json', 'A contract that fits all files'],
    ['casparian datasets contract orders --history', 'Which file changed it, and how'],
    ['casparian datasets contract orders --freeze', 'Let no later file change it'],
    ['casparian datasets contract orders --accept-renames', 'Merge columns that files renamed'],
    ['casparian datasets contract orders --set orders.json', 'Use it for later files'],
    ['casparian backfill builtin --execute && casparian process', 'Then process earlier files again'],
  ]);
  const publish = datasets
    .command('publish')
    .argument('<dataset>', 'Name, or parser.output')
    .summary('Publish a dataset as a table that other programs read')
    .description(
      'Writes the log of a Delta table next to the files of a dataset, so that Spark, Databricks, Polars, Snowflake or DuckDB read its ' +
        'current rows. Adds and removes what has changed since the last time, in one commit.',
    )
    .requiredOption('--delta', 'As a Delta table')
    .option(
      '--overwrite',
      'Undo what other programs did to the table: it holds the rows of the dataset and nothing else',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/publish.js'), { ownsSignals: true }));
  examples(publish, [
    ['casparian datasets publish orders --delta', 'Create the table, or bring it up to date'],
    ["CASPARIAN_DELTA_DATASETS='*' casparian start --watch in --auto", 'Publish after each change'],
  ]);
  const compact = datasets
    .command('compact')
    .argument('[dataset]', 'Name, or parser.output (default: all datasets)')
    .summary('Merge many small files into few')
    .description(
      'Merges small Parquet files of the same parser version into larger ones. Queries return the same rows. The old files ' +
        'stay, because queries may be reading them, until `outputs prune` deletes them.',
    )
    .option('--smaller-than <bytes>', 'Only files smaller than this (32MiB)', bytes)
    .addOption(tenantOption())
    .action(runs(() => import('./datasets/compact.js'), { ownsSignals: true }));
  examples(compact, [
    ['casparian datasets compact orders', 'After many small files'],
    ['casparian datasets compact && casparian outputs prune --older-than 1d', 'Nightly'],
  ]);
}
