import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';

export function declareVerify(program: Command): void {
  const verify = program
    .command('verify')
    .summary('Check all output files against their recorded hashes')
    .description(
      'Reads every file of the datasets and compares its size and SHA-256 with the values recorded when its job completed. ' +
        'Exits with 1 if a file is missing or changed.',
    )
    .argument('[dataset]', 'Name, or parser.output (default: all datasets)')
    .addOption(tenantOption())
    .action(runs(() => import('./verify.run.js'), { ownsSignals: true }));
  examples(verify, [
    ['casparian verify', 'After a restore, or nightly'],
    ["casparian verify --json | jq -r '.missing[].path'", 'Missing files, for a script'],
  ]);
}
