import { discardRows } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import { confirm } from '../../confirm.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { type FilterOptions, filterOf } from './filter.js';
import { rows } from '../../output/row-counts.js';

export interface DiscardOptions extends FilterOptions {
  reason: string;
  row?: number[];
  yes?: boolean;
}

export async function run(invocation: Invocation<DiscardOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const reason = checkedReason(options);
  const ask = (count: number): Promise<void> => confirm(`Discard ${rows(count)}?`, output);
  const discarded = await withTenant(invocation, async (session) => {
    const selected = filterOf({ ...options, status: ['quarantined'] });
    const filter = { ...selected, rowNumbers: options.row };
    return discardRows(session, { filter, reason, confirm: options.yes ? undefined : ask });
  });
  if (output.asJson) return output.json({ discarded });
  output.print(`${rows(discarded)} discarded.`);
  if (discarded === 0) output.message('No quarantined row matches.');
}

function checkedReason({ reason, job, parser, row }: DiscardOptions): string {
  if (job === undefined && parser === undefined) {
    throw new CasparianError('USAGE', 'discard needs a job or a parser', {
      next: ['Name a job with --job ID, or a parser with --parser NAME.'],
    });
  }
  if (row !== undefined && job === undefined) {
    throw new CasparianError('USAGE', '--row needs --job', { why: 'Rows are numbered within their job.' });
  }
  if (reason.trim() !== '') return reason.trim();
  throw new CasparianError('OPTION_INVALID', '--reason is empty', {
    why: 'The reason is stored with the rows, for later readers.',
  });
}
