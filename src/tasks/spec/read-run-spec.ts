import { type Fields, knownFields } from './fields/known-fields.js';
import { optional, PROGRAM_FIELDS, readProgram } from './fields/program.js';
import { LONGEST_DELAY_MS, retryOf } from './fields/retry.js';
import { readSchedule, SCHEDULE_FIELDS } from './fields/schedule.js';
import { LONGEST_TIMER_MS, readBytes, readDuration } from './fields/values.js';
import type { RunSpec, TaskRetry, TaskSchedule } from './run-spec.js';

export type { TaskSchedule } from './run-spec.js';

export const SPEC_FIELDS = [...PROGRAM_FIELDS, 'timeout', 'memory', 'cpu', 'retry', ...SCHEDULE_FIELDS];
const RETRY_FIELDS = ['max_attempts', 'backoff', 'delay', 'max_delay', 'exit_codes'];

/** Reads a run spec as users write it (docs/reference/run-spec.md); checks every field. */
export function readRunSpec(given: unknown): { spec: RunSpec; schedule: TaskSchedule } {
  const fields = knownFields(given, SPEC_FIELDS);
  const retry = knownFields(fields.retry ?? {}, RETRY_FIELDS, 'retry');
  const spec = { ...readProgram(fields), ...readLimits(fields), retry: readRetry(retry) };
  return { spec, schedule: readSchedule(fields, retry) };
}

function readLimits({ timeout, memory, cpu }: Fields): Pick<RunSpec, 'timeoutMs' | 'memoryBytes' | 'cpuMs'> {
  const range = { min: 1, max: LONGEST_TIMER_MS };
  return {
    timeoutMs: optional(timeout, (given) => readDuration('timeout', given, range)),
    memoryBytes: optional(memory, (given) => readBytes('memory', given)),
    cpuMs: optional(cpu, (given) => readDuration('cpu', given, range)),
  };
}

function readRetry(retry: Fields): TaskRetry {
  const range = { min: 0, max: LONGEST_DELAY_MS };
  return retryOf(retry, {
    delayMs: optional(retry.delay, (given) => readDuration('retry.delay', given, range)),
    maxDelayMs: optional(retry.max_delay, (given) => readDuration('retry.max_delay', given, range)),
  });
}
