import { setTimeout as sleep } from 'node:timers/promises';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { defineJob, type JobDefinition } from './declare-job.js';
import { PermanentError, RetryableError } from './outcome.js';

/** Job types of every installation, for trying and testing the engine. */
export const BUILT_IN_JOBS: readonly JobDefinition[] = [
  defineJob({ type: 'noop', run: () => undefined }),
  defineJob({
    type: 'sleep',
    payload: object<{ ms: number }>((value) =>
      typeof value['ms'] === 'number' && value['ms'] >= 0 ? undefined : 'ms: expected a number of milliseconds',
    ),
    run: async ({ ms }, { signal }) => {
      await sleep(ms, undefined, { signal });
      return { slept_ms: ms };
    },
  }),
  defineJob({
    type: 'fail',
    payload: object<{ retryable?: boolean; times?: number }>((value) => {
      if (!isAbsentOr('boolean', value['retryable'])) return 'retryable: expected true or false';
      return isAbsentOr('number', value['times']) ? undefined : 'times: expected a number of attempts';
    }),
    run: ({ retryable = true, times = Infinity }, { job }) => {
      if (job.attempt > times) return { failed: times };
      const message = `Failing as asked, attempt ${job.attempt}`;
      throw retryable ? new RetryableError(message) : new PermanentError(message);
    },
  }),
] as readonly JobDefinition[];

/** Three payloads do not justify a validation library: a Standard Schema is one function. */
function object<Shape>(problemOf: (value: Record<string, unknown>) => string | undefined): StandardSchemaV1<Shape> {
  return {
    '~standard': {
      version: 1,
      vendor: 'casparian',
      validate: (value) => {
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const problem = isObject ? problemOf(value as Record<string, unknown>) : 'expected an object';
        return problem === undefined ? { value: value as Shape } : { issues: [{ message: problem }] };
      },
    },
  };
}

function isAbsentOr(type: string, value: unknown): boolean {
  return value === undefined || typeof value === type;
}
