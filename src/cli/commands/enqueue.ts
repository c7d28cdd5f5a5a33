import type { Command } from 'commander';
import { examples } from '../examples.js';
import { runs } from '../invocation.js';
import { addJobOptions } from '../options/job.js';
import { duration, instant } from '../options/values.js';

export function declareEnqueue(program: Command): void {
  const enqueue = program
    .command('enqueue <type>')
    .summary('Accept a job')
    .description('Accepts a job and prints its id. When the id is there, the job is committed.');
  addJobOptions(enqueue)
    .option('--run-at <time>', 'Not before this time, ISO 8601: 2026-03-01T08:00:00Z', instant)
    .option('--delay <duration>', 'Not before this much from now: 15m, 2h', duration)
    .option('--idempotency-key <key>', 'A second job of this tenant, type and key is the first one')
    .option('--memo', 'If a job with the same type and payload has completed, take its answer instead')
    .option('--force', 'With --memo: run it all the same, and remember the new answer')
    .action(runs(() => import('./enqueue.run.js')));
  examples(enqueue, [
    ['casparian enqueue noop', 'The smallest job there is'],
    [`casparian enqueue sleep --payload '{"ms": 5000}' --delay 1m`, 'Later'],
    ['casparian enqueue report --jobs ./jobs.mjs --payload @march.json', 'One of your own'],
    ['casparian enqueue report --idempotency-key march --json', '{"id":…,"status":…,"deduplicated":…}'],
  ]);
}
