import { type BuiltEnvironmentState, pipelineHome, pruneEnvironments } from '../../../pipeline/index.js';
import type { Invocation } from '../../invocation.js';
import { formatBytes } from '../../output/bytes.js';
import { withEngine } from '../../session.js';

export interface EnvPruneOptions {
  olderThan?: number;
  all?: boolean;
  dryRun?: boolean;
}

export async function run(invocation: Invocation<EnvPruneOptions>): Promise<void> {
  const { output, options } = invocation;
  const { olderThan: olderThanMs, all = false, dryRun = false } = options;
  const { pruned, inUse } = await withEngine(invocation, ({ database }, { home }) =>
    pruneEnvironments(database, pipelineHome(home), { olderThanMs, all, dryRun }),
  );
  const bytes = pruned.reduce((sum, { manifest }) => sum + (manifest?.size_bytes ?? 0), 0);
  if (output.asJson) {
    const hashes = (states: readonly BuiltEnvironmentState[]): string[] =>
      states.map(({ place }) => place.lockfileHash);
    return output.json({ pruned: hashes(pruned), in_use: hashes(inUse), size_bytes: bytes, dry_run: dryRun });
  }
  for (const { place } of pruned) output.print(place.folder);
  for (const { place } of inUse) output.talk(`In use, and kept: ${place.folder}`);
  const count = pruned.length === 1 ? '1 environment' : `${pruned.length} environments`;
  output.talk(`${count} (${formatBytes(bytes)}) ${dryRun ? 'would be deleted' : 'deleted'}.`);
}
