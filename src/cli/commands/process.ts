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
    .summary('Run the jobs that wait for files, then leave')
    .description(
      'Plans jobs for scanned files, runs what is due, and leaves. Several can run at once: none takes what another ' +
        'has. Ctrl-C waits for the files in progress; a second one leaves at once. Exits with 1 when a job failed.',
    )
    .option(
      '--auto',
      'Let the built-in readers read every scanned file that no parser wants. Remembered as a rule for /**',
    )
    .option('--limit <n>', 'At most this many jobs', wholeNumber('--limit', { min: 1, max: Number.MAX_SAFE_INTEGER }))
    .option('--parser <name>', 'Only jobs of this parser; builtin for the built-in readers')
    .option(
      '-j, --jobs <n>',
      'Files at the same time (one for each processor, two at least)',
      wholeNumber('--jobs', { min: 1, max: 1_000 }),
    );
  addRuntimeOptions(addQuarantineLimits(process))
    .addOption(tenantOption())
    .action(runs(() => import('./process.run.js'), { ownsSignals: true }));
  examples(process, [
    ['casparian process', 'Everything that is due'],
    ['casparian process --auto', 'Files without a parser, too'],
    ['casparian process --limit 100 --jobs 4', 'A hundred files, four at a time'],
    ["casparian process --json | jq '.failed'", 'For scripts'],
  ]);
}
