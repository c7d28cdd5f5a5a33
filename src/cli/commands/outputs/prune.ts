import { configuredHome } from '../../../app/index.js';
import { pruneFiles } from '../../../operations/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import type { TenantOptions } from '../../options/tenant.js';
import { withTenant } from '../../session.js';

export interface PruneOptions {
  olderThan?: number;
  dryRun?: boolean;
}

const WEEK_MS = 7 * 86_400_000;

export async function run(invocation: Invocation<PruneOptions & TenantOptions>): Promise<void> {
  const { options, output } = invocation;
  const { olderThan: olderThanMs = WEEK_MS, dryRun = false } = options;
  const { superseded, orphans, bytes, uploads } = await withTenant(invocation, ({ database }, settings) =>
    pruneFiles(database, { home: configuredHome(settings), olderThanMs, dryRun }),
  );
  if (output.asJson) return output.json({ superseded, orphans, bytes, uploads, dry_run: dryRun });
  const files = superseded + orphans === 1 ? '1 file' : `${superseded + orphans} files`;
  const lost = orphans === 0 ? '' : `, ${orphans} of them left by crashed jobs`;
  output.print(`${files} (${formatBytes(bytes)}${lost}) ${dryRun ? 'would be deleted' : 'deleted'}.`);
  if (uploads > 0) output.print(`${uploads === 1 ? '1 unfinished upload' : `${uploads} unfinished uploads`} ended.`);
}
