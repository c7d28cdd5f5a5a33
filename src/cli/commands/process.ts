import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addQuarantineLimits } from '../options/quarantine-limits.js';
import { addRuntimeOptions } from '../options/runtime.js';
import { tenantOption } from '../options/tenant.js';
import { wholeNumber } from '../options/values.js';

export function declareProcess(program: Command): void {
  const process = program
    .command('process')
    .summary('Process the scanned files, then exit')
    .description(
      'Plans jobs for scanned files, runs the due jobs, and exits. Several processes can run at once and share the jobs. ' +
        'Ctrl-C waits for the files in progress; a second Ctrl-C exits at once. Exits with 1 if a job failed.',
    )
    .option('--auto', 'Read every scanned file without a parser with the built-in readers. Stored as a rule for /**')
    .option('--limit <n>', 'At most this many jobs', wholeNumber('--limit', { min: 1, max: Number.MAX_SAFE_INTEGER }))
    .option('--parser <name>', 'Only jobs of this parser (`builtin`: the built-in readers)')
    .option(
      '-j, --jobs <n>',
      'Files to process at the same time (default: number of CPUs + 1)',
      wholeNumber('--jobs', { min: 1, max: 1_000 }),
    );
  addRuntimeOptions(addQuarantineLimits(process))
    .addOption(tenantOption())
    .action(runs(() => import('./process.run.js'), { ownsSignals: true }));
  examples(process, [
    ['casparian process', 'All due jobs'],
    ['casparian process --auto', 'Also files without a parser'],
    ['casparian process --limit 100 --jobs 4', 'A hundred files, four at a time'],
    ["casparian process --json | jq '.failed'", 'For scripts'],
  ]);
}
