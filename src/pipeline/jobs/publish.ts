import { complete, completeWithWarnings, type Effects, type Outcome, storeLogLines } from '../../engine/index.js';
import type { PipelineHome } from '../home.js';
import { type MovedOutput, moveOutputs, outputsOf, removeOutputs } from '../outputs/move-outputs.js';
import { isS3Address } from '../../storage/index.js';
import { isRegistered } from '../outputs/register-outputs.js';
import type { Correction } from '../corrections/correction.js';
import { commitParse, type ParseCommit } from './commit.js';
import { discardStaged, type StagedRun, type StagedRunRequest } from './job-reader.js';
import { assertConserved, parseResult } from './parse-result.js';
import { inPhase } from './phase.js';
import { type TenantExecutor, tenantTransaction } from '../../database/index.js';

/** Returns the commit that makes the rows of a run visible. Before it, the staged files are moved to their final paths. */
export async function publish(
  { runtime, database, context, input, log }: StagedRunRequest,
  run: StagedRun,
  { fileId, corrections }: { readonly fileId: string; readonly corrections: readonly Correction[] },
): Promise<Outcome> {
  const { home, format } = runtime;
  const jobId = context.job.id;
  assertConserved(run);
  const { tenant } = database;
  const owner = { tenant, parser: run.origin.parser, jobId, fence: context.fence, format };
  const move = async (): Promise<void> => {
    await inPhase('Output', () => moveOutputs(home, run.outputs, owner, context.signal));
  };
  // An upload takes as long as the network needs, so it counts as part of the job. A sync waits for the disk only.
  const isUpload = isS3Address(home.target);
  if (isUpload) await move();
  const outputs = outputsOf(home, run.outputs, owner);
  const commit: ParseCommit = {
    ...{ jobId, fileId, ...run.origin },
    ...{ source: input.path, contentHash: input.contentHash, renewed: input.renewed },
    ...{ outputs, quarantines: run.quarantines, skipped: run.skippedLines, corrections },
  };
  const logged = log.closeShort();
  const { attempt } = context.job;
  const effects: Effects = {
    write: async (scope) => {
      const tx = tenantTransaction(scope, tenant);
      await storeLogLines(scope, { jobId, attempt, fence: context.fence }, logged.lines);
      const changed = await commitParse(tx, commit);
      await runtime.onDatasetsChanged?.(tx, changed);
    },
    prepare: isUpload ? undefined : () => runtime.moves.join(move),
    settled: (committed) => {
      // The quarantine file was needed until now: a commit may be tried twice. Outputs were moved, unless that failed.
      void discardStaged(committed ? { ...run, outputs: [] } : run);
      if (committed) return;
      logged.writeFile();
      void removeUncommitted(database, home, jobId, outputs);
    },
  };
  const result = parseResult(home, run, outputs, input.contentHash);
  const warnings = [...quarantinedText(run.rowsQuarantined), ...run.warnings];
  return warnings.length === 0 ? complete(result, effects) : completeWithWarnings(result, warnings, effects);
}

function quarantinedText(rows: number): string[] {
  return rows === 0 ? [] : [`${rows === 1 ? '1 row' : `${rows} rows`} quarantined`];
}

/**
 * Removes files whose commit was refused. The database is checked first: removing a registered file would be worse than
 * leaving an unregistered one.
 */
export async function removeUncommitted(
  database: TenantExecutor,
  home: PipelineHome,
  jobId: string,
  outputs: readonly MovedOutput[],
): Promise<void> {
  const isVisible = await isRegistered(database, jobId, outputs).catch(() => true);
  if (!isVisible) await removeOutputs(home, outputs);
}
