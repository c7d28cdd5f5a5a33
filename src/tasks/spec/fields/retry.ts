import { DEFAULT_TASK_RETRY, type TaskRetry } from '../run-spec.js';
import { refusal, specInvalid } from './refusal.js';
import { readChoice, readWhole } from './values.js';

const BACKOFFS = ['exponential', 'linear', 'fixed'] as const;

/** One year. */
export const LONGEST_DELAY_MS = 365 * 86_400_000;

/** The retry policy, with defaults for missing fields. */
export function retryOf(
  fields: Readonly<Record<string, unknown>>,
  delays: { delayMs: number | null; maxDelayMs: number | null },
): TaskRetry {
  const delayMs = delays.delayMs ?? DEFAULT_TASK_RETRY.delayMs;
  const maxDelayMs = delays.maxDelayMs ?? Math.max(DEFAULT_TASK_RETRY.maxDelayMs, delayMs);
  if (maxDelayMs < delayMs) {
    throw specInvalid('retry.max_delay', `is ${maxDelayMs} ms, less than the delay of ${delayMs} ms`, {
      why: 'The first pause would already be longer than the longest.',
    });
  }
  return {
    backoff: readChoice('retry.backoff', fields.backoff ?? DEFAULT_TASK_RETRY.backoff, BACKOFFS),
    delayMs,
    maxDelayMs,
    exitCodes: readExitCodes(fields.exit_codes ?? DEFAULT_TASK_RETRY.exitCodes),
  };
}

function readExitCodes(given: unknown): TaskRetry['exitCodes'] {
  if (given === 'any') return given;
  if (!Array.isArray(given)) throw refusal('retry.exit_codes', given, '"any" or a list of exit codes');
  const codes = given.map((code: unknown) => readWhole('retry.exit_codes', code, { min: 1, max: 255 }));
  return [...new Set(codes)].sort((a, b) => a - b);
}
