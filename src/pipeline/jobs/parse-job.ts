import { type JobContext, openAttemptLog, type Outcome } from '../../engine/index.js';
import { removeEarlierAttempts } from '../outputs/earlier-attempts.js';
import { tenantDatabase } from '../../database/index.js';
import { correctedRows, correctionsOfContent } from '../corrections/apply-corrections.js';
import { keepEvidence, withRowCounts } from './evidence.js';
import { ledgerOf } from './file-ledger.js';
import { inputOfJob, requireUnchanged } from './input-of-job.js';
import { discardStaged, type JobReader, type StagedRunRequest } from './job-reader.js';
import { inPhase } from './phase.js';
import { publish } from './publish.js';
import { placeOfJob, readerOfJob } from './reader-of-job.js';
import type { PipelineRuntime } from './runtime.js';
import { forgetMissing, isOvertaken, completeWithoutOutput } from './overtaken-job.js';

export interface ParsePayload {
  readonly parser: string;
  readonly version: string;
  readonly source_hash: string;
  readonly file_id: string;
  readonly path: string;
  /** BLAKE3 of the file when it was scanned. The job reads the present content, and records its hash. */
  readonly content_hash: string;
  /** The dataset of the built-in readers; absent with a registered parser. */
  readonly dataset?: string;
}

/** `job logs --follow` shows lines of a longer attempt that much later. */
const SHORT_ATTEMPT_MS = 200;

/** Runs one parser, registered or built in, over one file. */
export async function parseFile(
  runtime: PipelineRuntime,
  payload: ParsePayload,
  context: JobContext,
): Promise<Outcome> {
  const { tenant } = context.job;
  const database = tenantDatabase(runtime.database, tenant);
  const { home, logBytes, format } = runtime;
  const { job, fence } = context;
  const { attempt, startedAt } = job;
  const place = placeOfJob(runtime, database, payload);
  const log = openAttemptLog({
    ...{ logs: home.logs, jobId: job.id, attempt, fence, startedAt, maxBytes: logBytes },
    holdMs: SHORT_ATTEMPT_MS,
  });
  try {
    await removeEarlierAttempts(home, { tenant, parser: payload.parser, jobId: job.id, fence, format });
    const reader = await readerOfJob(runtime, database, payload, place);
    return await parseWith(reader, { runtime, database, context, log }, payload);
  } finally {
    place?.leave();
    log.close();
  }
}

async function parseWith(
  reader: JobReader,
  attempt: Omit<StagedRunRequest, 'input'>,
  payload: ParsePayload,
): Promise<Outcome> {
  const { database, context } = attempt;
  const { file, current } = await ledgerOf(database, payload.file_id, reader.name);
  if (isOvertaken(current, payload, context)) return completeWithoutOutput(payload, context);
  const { spool } = attempt.runtime;
  const asked = { path: payload.path, recorded: file, spool, signal: context.signal };
  const input = await inPhase('Input', () => inputOfJob(asked)).catch((error: unknown) =>
    forgetMissing(error, payload, context),
  );
  try {
    return await parseInput(reader, { ...attempt, input }, payload);
  } finally {
    await input.release();
  }
}

async function parseInput(reader: JobReader, attempt: StagedRunRequest, payload: ParsePayload): Promise<Outcome> {
  const { database, context, input } = attempt;
  const content = { fileId: payload.file_id, parser: reader.name, contentHash: input.contentHash };
  const corrections = await correctionsOfContent(database, content);
  const request = { ...attempt, ...correctedRows(corrections) };
  const run = await reader.stage(request);
  try {
    // Checked first: an exception caused by half a file is not an error of the parser.
    await requireUnchanged(input);
    if (run.failure !== null) {
      await keepEvidence(context, payload, run);
      throw withRowCounts(reader.failure(run.failure, run, request), run);
    }
    return await publish(request, run, { fileId: payload.file_id, corrections });
  } catch (error) {
    await discardStaged(run);
    throw error;
  }
}
