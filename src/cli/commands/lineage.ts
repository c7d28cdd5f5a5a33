import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addLimit } from '../options/limit.js';
import { tenantOption } from '../options/tenant.js';

export function declareLineage(program: Command): void {
  const lineage = program
    .command('lineage')
    .summary('Prove where rows came from')
    .description(
      'Follows rows back to the files they were read from: which row of which file, by which version of which parser, in ' +
        'which job, into which output. Both files are hashed again and compared with what was written down.',
    )
    .argument('<dataset>', 'Its name, or parser.output')
    .option('--where <sql>', 'Only rows for which this holds; all of them without it')
    .addOption(tenantOption())
    .action(runs(() => import('./lineage.run.js'), { ownsSignals: true }));
  addLimit(lineage, 'Look into this many files (50)');
  examples(lineage, [
    ["casparian lineage orders --where 'number = 1001'", 'Where this row came from'],
    ['casparian lineage orders --where "day >= \'2024-01-01\'" --json', 'The rows behind a sum, for a script'],
  ]);
}
