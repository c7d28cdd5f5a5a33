import { prunedEnvironmentsJson } from '../../../pipeline/environments/environment-json.js';
import { pipelineHome, pruneEnvironments } from '../../../pipeline/index.js';
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
  const result = await withEngine(invocation, ({ database }, { home }) =>
    pruneEnvironments(database, pipelineHome(home), { olderThanMs, all, dryRun }),
  );
  const json = prunedEnvironmentsJson(result, { dryRun });
  if (output.asJson) return output.json(json);
  const { pruned, inUse } = result;
  for (const { place } of pruned) output.print(place.folder);
  for (const { place } of inUse) output.message(`In use, not deleted: ${place.folder}`);
  const count = pruned.length === 1 ? '1 environment' : `${pruned.length} environments`;
  output.message(`${count} (${formatBytes(json.size_bytes)}) ${dryRun ? 'would be deleted' : 'deleted'}.`);
}
