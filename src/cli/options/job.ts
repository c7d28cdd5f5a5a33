import type { Command } from 'commander';
import { priority, repeated, wholeNumber } from './values.js';

/** Options that describe a job: for `enqueue` and `schedule add`. */
export interface JobOptions {
  payload?: string;
  tenant?: string;
  queue?: string;
  priority?: 0 | 1 | 2 | 3;
  maxAttempts?: number;
  jobs?: string[];
  allowUnknownType?: boolean;
}

export function addJobOptions(command: Command): Command {
  return command
    .option('--payload <json>', 'Payload as JSON ({}); `-` reads stdin, `@file` a file')
    .option('--tenant <tenant>', 'Tenant of the job (default)')
    .option('--queue <queue>', 'Queue of the job (default)')
    .option('--priority <p>', '0 critical, 1 high, 2 normal, 3 low; number or name', priority)
    .option(
      '--max-attempts <n>',
      'Attempts before the job is dead (5)',
      wholeNumber('--max-attempts', { min: 1, max: 1_000 }),
    )
    .option('--jobs <file>', 'Module that defines the job type and checks the payload. Repeatable', repeated)
    .option('--allow-unknown-type', 'Accept an unknown job type; its worker may start later');
}
