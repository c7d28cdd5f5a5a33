import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';

export function declareLineage(program: Command): void {
  const lineage = program
    .command('lineage')
    .summary('Trace rows back to their source files')
    .description(
      'Traces rows back to their source: file, row number, parser version, job and output. Hashes source and output ' +
        'again and compares them with the recorded hashes.',
    )
    .argument('<dataset>', 'Name, or parser.output')
    .option('--where <sql>', 'Only rows that match this condition (default: all rows)')
    .addOption(tenantOption())
    .action(runs(() => import('./lineage.run.js'), { ownsSignals: true }));
  addLimit(lineage, 'Trace at most this many files (50)');
  examples(lineage, [
    ["casparian lineage orders --where 'number = 1001'", 'The source of one row'],
    ['casparian lineage orders --where "day >= \'2024-01-01\'" --json', 'The rows behind a sum, for a script'],
  ]);
}
