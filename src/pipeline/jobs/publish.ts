import { complete, completeWithWarnings, type Effects, type Outcome } from '../../engine/index.js';
import type { PipelineHome } from '../home.js';
import { type MovedOutput, moveOutputs, removeOutputs } from '../outputs/move-outputs.js';
import { isRegistered } from '../outputs/register-outputs.js';
import type { Correction } from '../corrections/correction.js';
import { commitParse, type ParseCommit } from './commit.js';
import { discardStaged, type StagedRun, type StagedRunRequest } from './job-reader.js';
import { assertConserved, parseResult } from './parse-result.js';
import { inPhase } from './phase.js';
import { type TenantExecutor, tenantTransaction } from '../../database/index.js';

/** Moves the staged files of a run to their final paths, and returns the commit that makes them visible. */
export async function publish(
  { runtime, database, context, input }: StagedRunRequest,
  run: StagedRun,
  { fileId, corrections }: { readonly fileId: string; readonly corrections: readonly Correction[] },
): Promise<Outcome> {
  const { home, format } = runtime;
  const jobId = context.job.id;
  assertConserved(run);
  const { tenant } = database;
  const owner = { tenant, parser: run.origin.parser, jobId, fence: context.fence, format };
  const outputs = await inPhase('Output', () => moveOutputs(home, run.outputs, owner, context.signal));
  const commit: ParseCommit = {
    ...{ jobId, fileId, ...run.origin },
    ...{ source: input.path, contentHash: input.contentHash, renewed: input.renewed },
    ...{ outputs, quarantines: run.quarantines, skipped: run.skippedLines, corrections },
  };
  const effects: Effects = {
    write: async (scope) => {
      const tx = tenantTransaction(scope, tenant);
      const changed = await commitParse(tx, commit);
      await runtime.onDatasetsChanged?.(tx, changed);
    },
    settled: (committed) => {
      // The quarantine file was needed until now: a commit may be tried twice.
      void discardStaged({ outputs: [], quarantines: run.quarantines, skippedLines: run.skippedLines });
      if (!committed) void removeUncommitted(database, home, jobId, outputs);
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
