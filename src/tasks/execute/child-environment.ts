import type { RunSpec } from '../spec/run-spec.js';
import type { TaskRun } from './task-run.js';

export const RESULT_FD = 3;

/** What the program sees: nothing of the worker but PATH and what the spec names, and who it is. */
export function childEnvironment(spec: RunSpec, run: TaskRun): Record<string, string> {
  const { PATH } = run.env;
  const ofWorker = [...spec.inherit, ...spec.secrets].map((name) => [name, run.env[name] ?? ''] as const);
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...Object.fromEntries(ofWorker),
    ...spec.env,
    CASPARIAN_JOB_ID: run.jobId ?? '',
    CASPARIAN_ATTEMPT: String(run.attempt),
    CASPARIAN_FENCE: String(run.fence),
    CASPARIAN_SPEC_HASH: run.specHash,
    CASPARIAN_RESULT_FD: String(RESULT_FD),
  };
}

/** What the spec wants of the worker's environment and the worker does not have, each with the field that names it. */
export function missingVariables(spec: RunSpec, env: TaskRun['env']): string[] {
  const missingOf = (field: 'inherit' | 'secrets'): string[] =>
    spec[field].filter((name) => env[name] === undefined).map((name) => `${name} (${field})`);
  return [...missingOf('inherit'), ...missingOf('secrets')];
}
