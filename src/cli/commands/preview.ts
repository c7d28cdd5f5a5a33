import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { wholeNumber } from '../options/values.js';

export function declarePreview(program: Command): void {
  const preview = program
    .command('preview <file>')
    .summary('Show the format and first rows of a file')
    .description('Shows the format, encoding and first rows of a file. Reads only the beginning of the file.')
    .option('--rows <n>', 'Rows to show (10)', wholeNumber('--rows', { min: 0, max: 1_000 }))
    .action(runs(() => import('./preview/preview.js')));
  examples(preview, [
    ['casparian preview sales.csv', 'Format, encoding, delimiter, first rows'],
    ['casparian preview trades.parquet --rows 50', 'With column types'],
    ['casparian preview export.csv.gz --json', '{"path":…,"format":…,"columns":[…],"rows":[[…]]}'],
  ]);
}
