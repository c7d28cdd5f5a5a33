import { complete, completeWithWarnings, type JobContext, openAttemptLog, type Outcome } from '../../engine/index.js';
import { executeTask } from '../execute/execute-task.js';
import type { RunSpec } from '../spec/run-spec.js';
import { specHashOf } from '../spec/spec-hash.js';
import type { TaskRuntime } from './runtime.js';
import { failureOf, unexpectedFailure } from './task-failure.js';
import { resultOf } from './task-record.js';

/** What tails and hashes may take up beside a program's own result. */
const ROOM_FOR_TAILS = 65_536;

/** Runs a task's program once. */
export async function runTask(runtime: TaskRuntime, spec: RunSpec, context: JobContext): Promise<Outcome> {
  const { fence, signal } = context;
  const { id, attempt, startedAt, specHash } = context.job;
  const { env, logs, logBytes, allow, launcher, maxResultBytes } = runtime;
  const log = openAttemptLog({ logs, jobId: id, attempt, fence, startedAt, maxBytes: logBytes });
  try {
    const run = executeTask(spec, {
      env,
      jobId: id,
      attempt,
      fence,
      // One that was enqueued by hand has none.
      specHash: specHash ?? specHashOf(spec),
      allow,
      launcher,
      signal,
      stdout: log.stdout,
      stderr: log.stderr,
      maxResultBytes: Math.max(maxResultBytes - ROOM_FOR_TAILS, maxResultBytes / 2),
    });
    const failedTry = { retry: spec.retry, attempt };
    const ending = await run.catch((error: unknown) => {
      throw unexpectedFailure(error, failedTry);
    });
    if (ending.failure) throw failureOf(ending, ending.failure, failedTry);
    const result = resultOf(ending);
    return ending.warnings.length > 0 ? completeWithWarnings(result, ending.warnings) : complete(result);
  } finally {
    await log.close();
  }
}
