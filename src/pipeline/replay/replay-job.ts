import {
  complete,
  completeWithWarnings,
  type Effects,
  type JobContext,
  openAttemptLog,
  type Outcome,
} from '../../engine/index.js';
import { ledgerOf } from '../jobs/file-ledger.js';
import { inputOfJob, requireUnchanged } from '../jobs/input-of-job.js';
import { discardStaged, type JobReader, type StagedRun, type StagedRunRequest } from '../jobs/job-reader.js';
import { inPhase } from '../jobs/phase.js';
import { removeUncommitted } from '../jobs/publish.js';
import { readerOfOutput } from '../jobs/reader-of-job.js';
import type { ParserLimits, PipelineRuntime } from '../jobs/runtime.js';
import { removeEarlierAttempts } from '../outputs/earlier-attempts.js';
import { moveOutputs } from '../outputs/move-outputs.js';
import { tenantDatabase, tenantTransaction } from '../../database/index.js';
import { correctedRows, correctionsOfContent } from '../corrections/apply-corrections.js';
import type { Correction } from '../corrections/correction.js';
import { CasparianError } from '../../platform/index.js';
import { type BaseJob, replayableBase, requireSameRows } from './base-job.js';
import { commitReplay, type ReplayCommit } from './commit-replay.js';
import { type ReplayedRow, type Verdict, verdictOn } from './verdict.js';
import { countRows, type RowNumbers, wantedRows } from './wanted-rows.js';

export interface ReplayPayload {
  readonly parser: string;
  readonly path: string;
  readonly replay_of: string;
  /** The version of the parser; the current one if absent. */
  readonly version?: string | undefined;
  /** Only this row of this output, which was corrected; all rows if absent. */
  readonly output?: string;
  readonly row_number?: number;
}

/** The result of a replay. Scripts depend on these names: add, never change. */
export interface ReplayResult {
  readonly recovered: number;
  readonly still_quarantined: number;
  readonly rows: readonly ReplayedRow[];
}

/** Reads the quarantined rows of one job again from its file, with the current parser. */
export async function replayRowsOfJob(
  runtime: PipelineRuntime,
  payload: ReplayPayload,
  context: JobContext,
): Promise<Outcome> {
  const { home, logBytes, format } = runtime;
  const { job, fence } = context;
  const { tenant } = job;
  const database = tenantDatabase(runtime.database, tenant);
  const { attempt, startedAt } = job;
  const log = openAttemptLog({ logs: home.logs, jobId: job.id, attempt, fence, startedAt, maxBytes: logBytes });
  let release = (): Promise<void> => Promise.resolve();
  try {
    await removeEarlierAttempts(home, { tenant, parser: payload.parser, jobId: job.id, fence, format });
    const base = await replayableBase(database, payload.replay_of);
    const [output = payload.parser] = base.rowsIn.keys();
    const reader = await readerOfOutput(runtime, database, {
      ...{ parser: payload.parser, output },
      version: payload.version,
    });
    const wanted = await wantedRows(database, base.id, payload);
    if (wanted.size === 0) return complete({ recovered: 0, still_quarantined: 0, rows: [] } satisfies ReplayResult);
    const { file } = await ledgerOf(database, base.fileId, reader.name);
    const { spool } = runtime;
    const asked = { path: payload.path, recorded: file, spool, signal: context.signal };
    const input = await inPhase('Input', () => inputOfJob(asked));
    release = () => input.release();
    const content = { fileId: base.fileId, parser: reader.name, contentHash: input.contentHash };
    const known = await correctionsOfContent(database, content);
    const corrections = known.filter((one) => wanted.get(one.output)?.has(one.row_number) === true);
    if (payload.row_number !== undefined && corrections.length === 0) throw changedSince(payload.path);
    const request = {
      ...{ runtime: tolerant(runtime), database, context, log, input },
      ...{ onlyRows: onlyWanted(base, wanted), ...correctedRows(corrections) },
    };
    return await replayWith(reader, request, { base, wanted, corrections });
  } finally {
    await release();
    log.close();
  }
}

/** The wanted rows, plus one that must not exist: the row after the last one. See `verdictOn`. */
function onlyWanted({ rowsIn }: BaseJob, wanted: RowNumbers): (output: string) => ReadonlySet<number> {
  return (output) => new Set([...(wanted.get(output) ?? []), (rowsIn.get(output) ?? 0) + 1]);
}

/** Thresholds apply to whole files: all rows that are read here were bad before. */
function tolerant(runtime: PipelineRuntime): PipelineRuntime {
  const limits = (parser: string): ParserLimits => ({
    ...runtime.limits(parser),
    quarantine: { share: 1, rows: Number.MAX_SAFE_INTEGER },
  });
  return { ...runtime, limits };
}

function changedSince(path: string): CasparianError {
  return new CasparianError('REPLAY_IMPOSSIBLE', `'${path}' has changed since its row was corrected`, {
    why: 'A correction belongs to a row of the content that was read.',
    next: ['Scan its folder: a changed file is processed again completely.'],
  });
}

/** The rows that are read again, and the corrections among them. */
interface Replayed {
  readonly base: BaseJob;
  readonly wanted: RowNumbers;
  readonly corrections: readonly Correction[];
}

async function replayWith(
  reader: JobReader,
  request: StagedRunRequest,
  { base, wanted, corrections }: Replayed,
): Promise<Outcome> {
  const { input } = request;
  const run = await reader.stage(request);
  try {
    await requireUnchanged(input);
    if (run.failure !== null) throw reader.failure(run.failure, run, request);
    requireSameRows(base, run.rowsIn, input.path);
    return await publishReplay(request, run, { base, corrections, verdict: await verdictOn(wanted, run) });
  } catch (error) {
    await discardStaged(run);
    throw error;
  }
}

/** Moves the recovered rows to their final paths. The commit makes them visible. */
async function publishReplay(
  { runtime, database, context, input }: StagedRunRequest,
  run: StagedRun,
  { base, corrections, verdict }: Pick<Replayed, 'base' | 'corrections'> & { readonly verdict: Verdict },
): Promise<Outcome> {
  const { parser, version, sourceHash } = run.origin;
  const jobId = context.job.id;
  const { tenant } = database;
  const owner = { tenant, parser, jobId, fence: context.fence, format: runtime.format };
  const withRows = run.outputs.filter(({ rows }) => rows > 0);
  const outputs = await inPhase('Output', () => moveOutputs(runtime.home, withRows, owner, context.signal));
  const commit: ReplayCommit = {
    ...{ jobId, fileId: base.fileId, parser, version, sourceHash, contentHash: input.contentHash },
    ...{ baseJob: base.id, source: input.path, recovered: verdict.recovered, corrections },
    ...{ outputs, quarantines: run.quarantines },
  };
  const effects: Effects = {
    write: async (scope) => {
      const tx = tenantTransaction(scope, tenant);
      await commitReplay(tx, commit);
      await runtime.onDatasetsChanged?.(
        tx,
        outputs.map(({ output }) => ({ parser, output })),
      );
    },
    settled: (committed) => {
      void discardStaged(run);
      if (!committed) void removeUncommitted(database, runtime.home, jobId, outputs);
    },
  };
  const { stillBad, rows } = verdict;
  const result: ReplayResult = { recovered: countRows(verdict.recovered), still_quarantined: stillBad, rows };
  if (stillBad === 0) return complete(result, effects);
  return completeWithWarnings(result, [`${stillBad === 1 ? '1 row' : `${stillBad} rows`} still quarantined`], effects);
}
