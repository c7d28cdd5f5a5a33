import { defineJob, type JobContext, type JobDefinition, openAttemptLog, type Outcome } from '../../engine/index.js';
import { removeEarlierAttempts } from '../outputs/earlier-attempts.js';
import { keepEvidence } from './evidence.js';
import { ledgerOf } from './file-ledger.js';
import { inputOfJob, requireUnchanged } from './input-of-job.js';
import { PARSE_JOB, type ParsePayload } from './job-types.js';
import { parserOfJob, unpackParser } from './parser-of-job.js';
import { textFields } from './payload-schema.js';
import { inPhase } from './phase.js';
import { publish } from './publish.js';
import { discardStaged, jobFailure, runStaged, type StagedRunRequest } from './run-staged.js';
import type { PipelineRuntime } from './runtime.js';
import { forgetMissing, isOvertaken, standAside } from './standing.js';

/** One registered parser over one file. */
export function parseJob(runtime: PipelineRuntime): JobDefinition {
  return defineJob({
    type: PARSE_JOB.type,
    payload: textFields<ParsePayload>('parser', 'version', 'source_hash', 'file_id', 'path', 'content_hash'),
    run: (payload, context) => parseFile(runtime, payload, context),
  });
}

async function parseFile(runtime: PipelineRuntime, payload: ParsePayload, context: JobContext): Promise<Outcome> {
  const { home, logBytes, format } = runtime;
  const { job, fence } = context;
  const { attempt, startedAt } = job;
  const log = openAttemptLog({ logs: home.logs, jobId: job.id, attempt, fence, startedAt, maxBytes: logBytes });
  try {
    await removeEarlierAttempts(home, { parser: payload.parser, jobId: job.id, fence, format });
    const parser = await inPhase('Parser', async () => unpackParser(runtime, await parserOfJob(runtime, payload)));
    return await parseWith({ runtime, parser, path: payload.path, context, log }, payload);
  } finally {
    await log.close();
  }
}

async function parseWith(request: StagedRunRequest, payload: ParsePayload): Promise<Outcome> {
  const { runtime, parser, context } = request;
  const { file, standing } = await ledgerOf(runtime.database, payload.file_id, parser.registered.name);
  if (isOvertaken(standing, context.job.id)) return standAside(payload, context);
  const input = await inPhase('Input', () => inputOfJob(payload.path, file, context.signal)).catch((error: unknown) =>
    forgetMissing(error, payload, context),
  );
  const run = await runStaged(request);
  try {
    // First of all: what a parser made of half a file, be it an exception, says nothing about the parser.
    await requireUnchanged(input);
    if (run.failure !== null) {
      await keepEvidence(context, payload, run);
      throw jobFailure(run.failure, run, request);
    }
    return await publish(request, run, { fileId: payload.file_id, input });
  } catch (error) {
    await discardStaged(run);
    throw error;
  }
}
