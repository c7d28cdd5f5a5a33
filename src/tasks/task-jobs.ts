import type { StandardSchemaV1 } from '@standard-schema/spec';
import { declareJob, handleJobLazily, type JobDeclaration, type JobDefinition } from '../engine/index.js';
import { CasparianError } from '../platform/index.js';
import { maskSecrets } from './execute/secrets.js';
import type { TaskRuntime } from './jobs/runtime.js';
import type { RunSpec } from './spec/run-spec.js';
import { shortCommand } from './spec/short-command.js';
import { specOfJson } from './spec/spec-json.js';

/** `casparian enqueue` accepts any payload, so it is checked here. */
const SPEC_SCHEMA: StandardSchemaV1<object, RunSpec> = {
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

/** One run of a program. The payload is a spec as `specJson` writes it. */
export const TASK_JOB = declareJob({
  type: 'task',
  payload: SPEC_SCHEMA,
  label: ({ command }) => shortCommand(command),
  redact: maskVariables,
  // Each task has its own retry policy, so every failure carries its own delay and the type adds none.
  retry: { kind: 'fixed', baseMs: 0, capMs: 0, jitter: 0 },
});

/** Every type of job of this module. */
export const TASK_JOBS: readonly JobDeclaration[] = [TASK_JOB];

/** The job definitions for a worker. */
export function taskJobs(runtime: TaskRuntime): JobDefinition[] {
  return [
    handleJobLazily(TASK_JOB, async () => {
      const { runTask } = await import('./jobs/run-task.js');
      return (spec, context) => runTask(runtime, spec, context);
    }),
  ];
}

/** Hides values in `env` whose names mean a secret; they should have been in `secrets`. */
function maskVariables(payload: unknown): unknown {
  const { env } = Object(payload) as { env?: unknown };
  return typeof env === 'object' && env !== null
    ? { ...(payload as object), env: maskSecrets(env as RunSpec['env']) }
    : payload;
}
