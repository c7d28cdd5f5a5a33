import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { formatOption } from '../options/format.js';
import { tenantOption } from '../options/tenant.js';
import { wholeNumber } from '../options/values.js';

const MAX_LIMIT = 1_000_000_000;

export function declareQuery(program: Command): void {
  const query = program
    .command('query')
    .summary('Query the datasets with SQL')
    .description(
      'Runs a DuckDB statement on the datasets (named by output, or as parser.output) and on the tables jobs, files, ' +
        'quarantine, price_points, price_responses, intakes and valuations. The statement can only read, and only these tables.',
    )
    .argument('[sql]', 'The statement; - reads it from stdin. Without it, a terminal gets a prompt')
    .option('--file <file>', 'Read the statement from a file')
    .addOption(
      formatOption('--format <format>', 'Output format (default: table on a terminal, otherwise csv)', [
        ...['table', 'csv', 'json', 'ndjson', 'parquet'],
      ]),
    )
    .option('--limit <n>', 'At most this many rows (table: 40)', wholeNumber('--limit', { min: 0, max: MAX_LIMIT }))
    .option(
      '--out <file>',
      'Write the rows to a file, completely or not at all. Without --format, the file extension sets the format, as for `export`. Required for parquet',
    )
    .option('--lineage', 'Show the columns _cf_* in a table, also if the statement does not name them')
    .option('--force', 'With --out: replace an existing file')
    .option('--allow-files', 'Allow the statement to read any file that you can read')
    .addOption(tenantOption())
    .action(runs(() => import('./query.run.js'), { ownsSignals: true }));
  examples(query, [
    ["casparian query 'select * from orders limit 10'", 'Show ten rows'],
    ["casparian query 'select status, count(*) from jobs group by all' --format json", 'For a script'],
    ["casparian query 'describe orders'", 'The columns of a dataset'],
    ["casparian query 'show all tables'", 'All tables'],
    ['casparian query --file report.sql --out report.parquet', 'From a file, to a file'],
  ]);
}
