import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareExport(program: Command): void {
  const command = program
    .command('export')
    .summary('Write a dataset to a file: CSV, Parquet, DuckDB, SQLite …')
    .description(
      'Writes the rows of a dataset, or of a statement, to one file. The end of its name says the format: .csv, .json, ' +
        '.ndjson, .jsonl, .parquet, .duckdb, .sqlite, .sqlite3. The file is there as a whole or not at all.',
    )
    .argument('[dataset]', 'Its name, or parser.output; also jobs, files or quarantine')
    .requiredOption('--to <file>', 'The file to write')
    .option('--sql <statement>', 'Write the rows of this statement instead')
    .option('--table <name>', "The table's name in a database (the dataset's; of a statement, result)")
    .option('--force', 'Replace the file if it is there')
    .addOption(tenantOption())
    .action(runs(() => import('./export.run.js'), { ownsSignals: true }));
  examples(command, [
    ['casparian export orders --to orders.csv', 'For a spreadsheet'],
    ['casparian export orders --to shop.duckdb', 'A table in a database of its own'],
    ["casparian export --sql 'select day, sum(amount) from orders group by day' --to days.parquet", 'A statement'],
  ]);
}
