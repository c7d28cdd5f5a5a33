import { isFinished, parseStatus, pruneJobs, removeLogs } from '../../../engine/index.js';
import { pipelineHome } from '../../../pipeline/index.js';
import { CasparianError } from '../../../platform/index.js';
import type { Invocation } from '../../invocation.js';
import { withEngine } from '../../session.js';

export interface PruneOptions {
  olderThan: number;
  status?: string[];
  tenant?: string;
  dryRun?: boolean;
}

export async function run(invocation: Invocation<PruneOptions>): Promise<void> {
  const { options, output } = invocation;
  const { olderThan: olderThanMs, tenant, dryRun = false } = options;
  const statuses = options.status?.map(finishedStatus);
  const count = await withEngine(invocation, async (engine, settings) => {
    const onDeleted = (ids: readonly string[]): Promise<void> => removeLogs(pipelineHome(settings.home).logs, ids);
    // A misspelt tenant would otherwise look like one that has nothing to prune.
    if (tenant !== undefined) await engine.jobs({ tenant, limit: 1 });
    return pruneJobs(engine.database, { olderThanMs, statuses, tenant, dryRun, onDeleted });
  });
  if (output.asJson) return output.json({ matched: count, deleted: dryRun ? 0 : count, dry_run: dryRun });
  const jobs = count === 1 ? '1 job' : `${count} jobs`;
  output.print(dryRun ? `${jobs} would be deleted.` : `${jobs} deleted.`);
}

function finishedStatus(text: string): ReturnType<typeof parseStatus> {
  const status = parseStatus(text);
  if (isFinished(status)) return status;
  throw new CasparianError('OPTION_INVALID', `Jobs that are ${status} cannot be pruned`, {
    why: 'Only finished jobs are deleted: the others are work that is still to be done.',
    next: ['To stop one instead: casparian job cancel ID'],
  });
}
