import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';
import { wholeNumber } from '../options/values.js';

export function declareIntake(program: Command): void {
  const intake = program
    .command('intake')
    .summary('Items to value')
    .description('Items whose prices are collected and that are valued.');
  const add = intake
    .command('add')
    .summary('Add an item')
    .description('Adds an item. Its fields are what sources are asked for and what their listings are compared with.')
    .requiredOption('--title <text>', 'What it is')
    .option('--year <n>', 'The year', wholeNumber('--year', { min: 0, max: 10_000 }))
    .option('--mint-mark <text>', 'The mint mark of a coin')
    .option('--denomination <text>', 'The denomination')
    .option('--series <text>', 'The series')
    .option('--attribute <name=value>', 'Any other field; can be repeated', listed)
    .option('--ref <text>', 'Your own identifier')
    .option(
      '--half-life <days>',
      'A sale of this age counts half (90); 365 suits items that are rarely sold',
      wholeNumber('--half-life', { min: 1, max: 36_500 }),
    )
    .addOption(tenantOption())
    .action(runs(() => import('./intake/add.js')));
  examples(add, [
    ["casparian intake add --title 'Morgan dollar' --year 1921 --mint-mark D", 'A coin'],
    ["casparian intake add --title 'Golf 1.6' --year 1999 --attribute mileage=120000 --ref car-7", 'A used car'],
  ]);
  const load = intake
    .command('import <file>')
    .summary('Add the items of a file')
    .description(
      'Adds the items of a table: CSV, JSON, Excel or any other format that is read as a file. Columns are title, year, mint_mark, denomination, series, half_life_days and ref; others are attributes. Importing a file again adds nothing.',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./intake/import.js')));
  examples(load, [['casparian intake import coins.csv', 'A table with a column title']]);
  const list = addLimit(intake.command('list'))
    .summary('List the items')
    .description('Lists items, oldest first.')
    .option('--after <id>', 'Continue after this item')
    .addOption(tenantOption())
    .action(runs(() => import('./intake/list.js')));
  examples(list, [['casparian intake list', 'The first items']]);
  const show = intake
    .command('show <id>')
    .summary('Show an item and its collections')
    .description('Shows an item, when it was collected from which source, and its value.')
    .addOption(tenantOption())
    .action(runs(() => import('./intake/show.js')));
  examples(show, [['casparian intake show 0199c3a4', 'By the beginning of its id, or by its reference']]);
  examples(intake, [["casparian intake add --title 'Morgan dollar' --year 1921", 'Add an item']]);
}

function listed(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}
