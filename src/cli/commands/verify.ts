import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareVerify(program: Command): void {
  const verify = program
    .command('verify')
    .summary('Compare every output with what was written down')
    .description(
      'Reads every file of the datasets and compares its size and SHA-256 with what was recorded when its job completed. ' +
        'Exits with 1 when any is missing or changed.',
    )
    .argument('[dataset]', 'Its name, or parser.output; all of them without it')
    .addOption(tenantOption())
    .action(runs(() => import('./verify.run.js'), { ownsSignals: true }));
  examples(verify, [
    ['casparian verify', 'After a restore, or every night'],
    ["casparian verify --json | jq -r '.missing[].path'", 'What is gone, for a script'],
  ]);
}
