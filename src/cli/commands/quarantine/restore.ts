import { restoreRows } from '../../../operations/index.js';
import { CasparianError } from '../../../platform/index.js';
import { confirm } from '../../confirm.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { rows } from '../../output/row-counts.js';
import { withTenant } from '../../session.js';
import { type FilterOptions, filterOf } from './filter.js';

interface RestoreOptions extends FilterOptions {
  yes?: boolean;
}

export async function run(invocation: Invocation<RestoreOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  if (options.job === undefined && options.parser === undefined) {
    throw new CasparianError('USAGE', 'restore needs a job or a parser', {
      next: ['Name a job with --job ID, or a parser with --parser NAME.'],
    });
  }
  const ask = (count: number): Promise<void> => confirm(`Put ${rows(count)} back into quarantine?`, output);
  const restored = await withTenant(invocation, async (session) => {
    const filter = filterOf({ ...options, status: ['discarded'] });
    return restoreRows(session, { filter, confirm: options.yes ? undefined : ask });
  });
  if (output.asJson) return output.json({ restored });
  output.print(`${rows(restored)} restored.`);
  if (restored === 0) output.message('No discarded row of a current file matches.');
}
