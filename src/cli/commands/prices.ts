import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';

export function declarePrices(program: Command): void {
  const prices = program
    .command('prices')
    .summary('Prices that were collected')
    .description('Prices that sources reported for your items.');
  const list = addLimit(prices.command('list'), 'At most this many (50; with --json all)')
    .summary('List prices')
    .description('Lists prices by item and source.')
    .option('--intake <id>', 'Only those of this item')
    .option('--source <name>', 'Only those of this source')
    .addOption(tenantOption())
    .action(runs(() => import('./prices/list.js')));
  examples(list, [
    ['casparian prices list --intake 0199c3a4', 'All prices of an item'],
    ["casparian prices list --json | jq -r '.[].dedupe_key' | sort | uniq -d", 'For scripts'],
  ]);
  const exported = prices
    .command('export')
    .summary('Write all prices to a file')
    .description(
      'Writes prices with their source and the response that they came from to one file. The file extension sets the format: .csv, .json, .ndjson, .jsonl, .parquet, .xlsx, .duckdb, .sqlite, .sqlite3.',
    )
    .requiredOption('--to <file>', 'The file to write')
    .option('--intake <id>', 'Only those of this item')
    .option('--source <name>', 'Only those of this source')
    .option('--force', 'Replace an existing file')
    .addOption(tenantOption())
    .action(runs(() => import('./prices/export.js'), { ownsSignals: true }));
  examples(exported, [['casparian prices export --to prices.csv', 'For a spreadsheet']]);
  examples(prices, [['casparian prices list', 'The first prices']]);
}
