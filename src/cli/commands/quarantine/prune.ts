import { pruneQuarantine } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';
import { rows } from '../../output/row-counts.js';

export interface PruneOptions {
  olderThan?: number;
  dryRun?: boolean;
}

const MONTH_MS = 30 * 86_400_000;

export async function run(invocation: Invocation<PruneOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const { olderThan: olderThanMs = MONTH_MS, dryRun = false } = options;
  const pruned = await withTenant(invocation, ({ database }) => pruneQuarantine(database, { olderThanMs, dryRun }));
  if (output.asJson) return output.json({ rows: pruned, dry_run: dryRun });
  output.print(`${rows(pruned)} ${dryRun ? 'would be deleted' : 'deleted'}.`);
}
