import type { Command } from 'commander';
import type { TenantOptions } from './tenant.js';
import { wholeNumber } from './values.js';

const MOST = 1_000_000_000_000;

export interface BulkOptions extends TenantOptions {
  expect?: number;
  dryRun?: boolean;
  yes?: boolean;
}

/** Options that all bulk operations have. */
export function addBulkOptions(command: Command): Command {
  return command
    .option(
      '--expect <n>',
      'Do not ask; refuse unless exactly this many match',
      wholeNumber('--expect', { min: 0, max: MOST }),
    )
    .option('--dry-run', 'Count them without changing anything')
    .option('--yes', 'Do not ask for confirmation');
}
