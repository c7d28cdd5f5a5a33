import { knownFields } from './fields/known-fields.js';
import { optional, PROGRAM_FIELDS, readProgram } from './fields/program.js';
import { LONGEST_DELAY_MS, retryOf } from './fields/retry.js';
import { LONGEST_TIMER_MS, readWhole } from './fields/values.js';
import type { RunSpec } from './run-spec.js';

const JOB_FIELDS = [...PROGRAM_FIELDS, 'timeout_ms', 'memory_bytes', 'cpu_ms', 'retry'];
const RETRY_FIELDS = ['backoff', 'delay_ms', 'max_delay_ms', 'exit_codes'];

/** The spec as the payload of a job: every field, in milliseconds and bytes. Only a missing payload is left out. */
export function specJson(spec: RunSpec): object {
  const { backoff, delayMs, maxDelayMs, exitCodes } = spec.retry;
  return {
    ...hashedJson(spec),
    retry: { backoff, delay_ms: delayMs, max_delay_ms: maxDelayMs, exit_codes: exitCodes },
  };
}

/** The same without the retry policy, which does not change what runs. */
export function hashedJson(spec: RunSpec): object {
  return {
    command: spec.command,
    ...(spec.payload === undefined ? {} : { payload: spec.payload }),
    payload_as: spec.payloadAs,
    cwd: spec.cwd,
    env: spec.env,
    inherit: spec.inherit,
    secrets: spec.secrets,
    timeout_ms: spec.timeoutMs,
    memory_bytes: spec.memoryBytes,
    cpu_ms: spec.cpuMs,
    code: spec.code,
    lockfile_hash: spec.lockfileHash,
  };
}

/** The spec of a job. Checked like a submitted one, because users can enqueue a job of this type directly. */
export function specOfJson(json: unknown): RunSpec {
  const fields = knownFields(json, JOB_FIELDS);
  const retry = knownFields(fields.retry ?? {}, RETRY_FIELDS, 'retry');
  const whole = (field: string, given: unknown, min: number, max: number): number | null =>
    optional(given, (value) => readWhole(field, value, { min, max }));
  return {
    ...readProgram(fields),
    timeoutMs: whole('timeout_ms', fields.timeout_ms, 1, LONGEST_TIMER_MS),
    memoryBytes: whole('memory_bytes', fields.memory_bytes, 1, Number.MAX_SAFE_INTEGER),
    cpuMs: whole('cpu_ms', fields.cpu_ms, 1, LONGEST_TIMER_MS),
    retry: retryOf(retry, {
      delayMs: whole('retry.delay_ms', retry.delay_ms, 0, LONGEST_DELAY_MS),
      maxDelayMs: whole('retry.max_delay_ms', retry.max_delay_ms, 0, LONGEST_DELAY_MS),
    }),
  };
}
