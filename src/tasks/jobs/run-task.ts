import { complete, completeWithWarnings, type JobContext, openAttemptLog, type Outcome } from '../../engine/index.js';
import { executeTask } from '../execute/execute-task.js';
import type { RunSpec } from '../spec/run-spec.js';
import { specHashOf } from '../spec/spec-hash.js';
import type { TaskRuntime } from './runtime.js';
import { failureOf, unexpectedFailure } from './task-failure.js';
import { resultOf } from './task-record.js';

/** Space for tails and hashes beside the result of the program. */
const TAILS_BYTES = 65_536;

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
      // A job that was enqueued by hand has no hash.
      specHash: specHash ?? specHashOf(spec),
      allow,
      launcher,
      signal,
      stdout: log.stdout,
      stderr: log.stderr,
      maxResultBytes: Math.max(maxResultBytes - TAILS_BYTES, maxResultBytes / 2),
    });
    const failedAttempt = { retry: spec.retry, attempt };
    const ending = await run.catch((error: unknown) => {
      throw unexpectedFailure(error, failedAttempt);
    });
    if (ending.failure) throw failureOf(ending, ending.failure, failedAttempt);
    const result = resultOf(ending);
    return ending.warnings.length > 0 ? completeWithWarnings(result, ending.warnings) : complete(result);
  } finally {
    log.close();
  }
}
