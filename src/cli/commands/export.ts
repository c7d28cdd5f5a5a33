import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareExport(program: Command): void {
  const command = program
    .command('export')
    .summary('Write a dataset to a file: CSV, Excel, Parquet, DuckDB, SQLite …')
    .description(
      'Writes the rows of a dataset, or of a statement, to one file. The file extension sets the format: .csv, .json, ' +
        '.ndjson, .jsonl, .parquet, .xlsx, .duckdb, .sqlite, .sqlite3. The file is written completely or not at all.',
    )
    .argument(
      '[dataset]',
      'Name, or parser.output; also jobs, files, quarantine, price_points, price_responses, intakes or valuations',
    )
    .requiredOption('--to <file>', 'The file to write')
    .option('--sql <statement>', 'Write the rows of this statement instead')
    .option('--table <name>', "Table name in a database (default: the dataset's name, or `result` for a statement)")
    .option('--force', 'Replace an existing file')
    .addOption(tenantOption())
    .action(runs(() => import('./export.run.js'), { ownsSignals: true }));
  examples(command, [
    ['casparian export orders --to orders.xlsx', 'For a spreadsheet'],
    ['casparian export orders --to orders.csv', 'For other programs'],
    ['casparian export orders --to shop.duckdb', 'A table in a new database'],
    ["casparian export --sql 'select day, sum(amount) from orders group by day' --to days.parquet", 'A statement'],
  ]);
}
