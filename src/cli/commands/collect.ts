import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { tenantOption } from '../options/tenant.js';
import { duration, wholeNumber } from '../options/values.js';

export function declareCollect(program: Command): void {
  const collect = program
    .command('collect')
    .summary('Collect prices and value items')
    .description('Collects the prices of items from their sources, and values the items.');
  const run = collect
    .command('run')
    .summary('Collect now, then exit')
    .description(
      'Collects the prices of all items from all enabled sources, values the items, and exits. Limits of sources are obeyed: jobs that would have to wait for longer than --wait are left for the next run or a worker. Exits with 1 if a job failed.',
    )
    .option('--intake <id>', 'Only this item')
    .option('--source <name>', 'Only this source')
    .option('--due', 'Only what was not collected within the refresh time of its source')
    .option('--wait <duration>', 'How long to wait for a source that is limited (1m)', duration)
    .option('-j, --jobs <n>', 'Collections at the same time (8)', wholeNumber('--jobs', { min: 1, max: 1_000 }))
    .addOption(tenantOption())
    .action(runs(() => import('./collect/run.js'), { ownsSignals: true }));
  examples(run, [
    ['casparian collect run', 'Everything'],
    ['casparian collect run --due', 'What is due'],
    ["casparian collect run --source coins --json | jq '.price_points_new'", 'For scripts'],
  ]);
  const schedule = collect
    .command('schedule')
    .summary('Collect regularly')
    .description(
      'Makes workers collect what is due at the times of a cron pattern. Running it again changes the times.',
    )
    .option('--cron <pattern>', 'When, such as "0 * * * *" (hourly)')
    .option('--timezone <name>', 'The time zone of the pattern (UTC)')
    .option('--off', 'Collect no more')
    .addOption(tenantOption())
    .action(runs(() => import('./collect/schedule.js')));
  examples(schedule, [
    ["casparian collect schedule --cron '15 * * * *'", 'Every hour'],
    ['casparian collect schedule --off', 'Stop'],
  ]);
  const rates = collect
    .command('rates [file]')
    .summary('Import or list currency rates')
    .description(
      'Imports currency rates from a table with the columns day, base, quote and rate: one unit of the base costs so much of the quote. Without a file, lists them.',
    )
    .addOption(tenantOption())
    .action(runs(() => import('./collect/rates.js')));
  examples(rates, [['casparian collect rates ecb.csv', 'Rates of a central bank']]);
  const replay = collect
    .command('replay <source>')
    .summary('Extract prices again from stored responses')
    .description(
      'Extracts prices once more from the stored responses of a source, without a request. Use it after you corrected its extraction: prices are added, corrected or removed, and quarantined rows that are valid now become prices. The items are valued again.',
    )
    .option('--intake <id>', 'Only this item')
    .addOption(tenantOption())
    .action(runs(() => import('./collect/replay.js')));
  examples(replay, [
    [
      'casparian source edit coins --extract coins.json && casparian collect replay coins',
      'Correct an extraction and what it found',
    ],
  ]);
  const prune = collect
    .command('prune')
    .summary('Remove old responses')
    .description(
      'Removes stored responses that no price came from and quarantined rows, both only from a certain age, and expired entries of the HTTP cache. Prices are kept, unless --points-older-than or the setting collect_point_days names an age.',
    )
    .option('--older-than <duration>', 'Only responses and rows of this age (collect_response_days, or 30d)', duration)
    .option('--points-older-than <duration>', 'Also prices that were observed and last reported so long ago', duration)
    .addOption(tenantOption())
    .action(runs(() => import('./collect/prune.js')));
  examples(prune, [
    ['casparian collect prune --older-than 90d', 'Keep three months'],
    ['casparian collect prune --points-older-than 3650d', 'Remove prices of more than ten years ago, too'],
  ]);
  examples(collect, [['casparian collect run', 'Collect everything now']]);
}
