import type { StandardSchemaV1 } from '@standard-schema/spec';
import {
  complete,
  completeWithWarnings,
  defineJob,
  type JobContext,
  type JobDefinition,
  openAttemptLog,
  type Outcome,
} from '../../engine/index.js';
import { CasparianError } from '../../platform/index.js';
import { executeTask } from '../execute/execute-task.js';
import type { RunSpec } from '../spec/run-spec.js';
import { specHashOf } from '../spec/spec-hash-of.js';
import { specOfJson } from '../spec/spec-json.js';
import type { TaskRuntime } from './runtime.js';
import { failureOf, unexpectedFailure } from './task-failure.js';
import { resultOf } from './task-result.js';
import { TASK_TYPE } from './task-type.js';

/** What tails and hashes may take up beside a program's own result. */
const ROOM_FOR_TAILS = 65_536;

/** When to try again is for each task to say, so every failure carries its own delay and the type has none. */
const NO_DELAY = { kind: 'fixed', baseMs: 0, capMs: 0, jitter: 0 } as const;

/** One run of a task's program. */
export function taskJob(runtime: TaskRuntime): JobDefinition {
  return defineJob({
    type: TASK_TYPE,
    payload: SPEC_SCHEMA,
    retry: NO_DELAY,
    run: (spec, context) => runTask(runtime, spec, context),
  });
}

async function runTask(runtime: TaskRuntime, spec: RunSpec, context: JobContext): Promise<Outcome> {
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

/** Tasks are submitted by us, but `casparian enqueue` takes any payload. */
const SPEC_SCHEMA: StandardSchemaV1<unknown, RunSpec> = {
  '~standard': {
    version: 1,
    vendor: 'casparian',
    validate: (value) => {
      try {
        return { value: specOfJson(value) };
      } catch (error) {
        if (!(error instanceof CasparianError)) throw error;
        return { issues: [{ message: error.why === undefined ? error.message : `${error.message}. ${error.why}` }] };
      }
    },
  },
};
