import type { RowsRequest } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import type { BulkOptions } from '../../options/bulk.js';
import { runBulk } from '../bulk-operation.js';

export interface BulkRowOptions extends BulkOptions {
  job?: string;
  parser?: string;
  dataset?: string;
  column?: string;
  error?: string;
  reason?: string;
  all?: boolean;
}

export async function run(invocation: Invocation<BulkRowOptions>): Promise<void> {
  const { args, options } = invocation;
  const { job, parser, dataset, column, error, all = false } = options;
  const action = args[0] as RowsRequest['action'];
  const filter = { job_id: job?.toLowerCase(), parser, output: dataset, column, error_type: error };
  if (Object.values(filter).some((value) => value !== undefined) === all) {
    throw new CasparianError('USAGE', all ? '--all and a filter cannot be combined' : 'bulk needs a filter or --all', {
      next: ['Add a filter, such as --dataset orders or --error invalid_date, or select all rows with --all.'],
    });
  }
  const reason = options.reason?.trim();
  if ((action === 'discard') !== (reason !== undefined && reason !== '')) {
    throw new CasparianError('USAGE', 'The action discard, and no other, needs --reason', {
      why: 'The reason is stored with the rows, for later readers.',
    });
  }
  await runBulk(invocation, { target: 'quarantine', action, filter, reason });
}
