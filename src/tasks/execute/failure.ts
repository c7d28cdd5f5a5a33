import { ERROR_CODES } from '../../platform/index.js';
import type { TaskErrorCode, TaskFailure } from './task-ending.js';

/** A failure in words of ours; whether it is worth another attempt is the table's answer unless the case has its own. */
export function failureOf(
  code: TaskErrorCode,
  message: string,
  details: Partial<Omit<TaskFailure, 'code' | 'message'>> = {},
): TaskFailure {
  return {
    code,
    message,
    class: null,
    traceback: null,
    retryable: ERROR_CODES[code].retryable,
    retryAfterMs: null,
    ...details,
  };
}
