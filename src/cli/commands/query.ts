import { type Command, Option } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { wholeNumber } from '../options/values.js';

const MAX_LIMIT = 1_000_000_000;

export function declareQuery(program: Command): void {
  const query = program
    .command('query')
    .summary('Ask the datasets with SQL')
    .description(
      'Runs a statement of DuckDB over the datasets, each under the name of its output or as parser.output, and over ' +
        'the tables jobs, files and quarantine. It reads, and cannot write or read anything else.',
    )
    .argument('[sql]', 'The statement; - reads it from stdin')
    .option('--file <file>', 'Read the statement from a file')
    .addOption(
      new Option('--format <format>', 'How rows are written (table on a terminal, else csv)').choices([
        ...['table', 'csv', 'json', 'ndjson', 'parquet'],
      ]),
    )
    .option('--limit <n>', 'At most this many rows (table: 1000)', wholeNumber('--limit', { min: 0, max: MAX_LIMIT }))
    .option(
      '--out <file>',
      'Write the rows to a file, whole or not at all. Without --format its name says the format, as for `export`; parquet needs it',
    )
    .option('--force', 'With --out: replace the file if it is there')
    .option('--allow-files', 'Let the statement read any file that you may read')
    .addOption(tenantOption())
    .action(runs(() => import('./query.run.js'), { ownsSignals: true }));
  examples(query, [
    ["casparian query 'select * from orders limit 10'", 'Look at some rows'],
    ["casparian query 'select status, count(*) from jobs group by all' --format json", 'For a script'],
    ["casparian query 'describe orders'", 'Its columns'],
    ["casparian query 'show all tables'", 'Everything there is'],
    ['casparian query --file report.sql --out report.parquet', 'From a file, to a file'],
  ]);
}
