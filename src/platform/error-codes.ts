import { ABSENCE_ERRORS } from './error-codes/absence-errors.js';
import { CALLER_ERRORS } from './error-codes/caller-errors.js';
import { EXTRACTION_ERRORS } from './error-codes/extraction-errors.js';
import { FILE_ERRORS } from './error-codes/file-errors.js';
import { COLLECT_ERRORS } from './error-codes/collect-errors.js';
import { HTTP_ERRORS } from './error-codes/http-errors.js';
import { JOB_ERRORS } from './error-codes/job-errors.js';
import { PASSING_ERRORS } from './error-codes/passing-errors.js';
import { PASSPORT_ERRORS } from './error-codes/passport-errors.js';
import { PIPELINE_ERRORS } from './error-codes/pipeline-errors.js';
import { QUERY_ERRORS } from './error-codes/query-errors.js';
import { SERVER_ERRORS } from './error-codes/server-errors.js';
import { STORAGE_ERRORS } from './error-codes/storage-errors.js';
import { TASK_ERRORS } from './error-codes/task-errors.js';

/**
 * The one table of error codes. Every possible error has a line in one of its parts: the exit code of the process,
 * whether a failed attempt is retried, and an explanation. `npm run docs:reference` writes docs/reference/errors.md
 * from it.
 */
export const ERROR_CODES = {
  ...CALLER_ERRORS,
  ...ABSENCE_ERRORS,
  ...JOB_ERRORS,
  ...FILE_ERRORS,
  ...PIPELINE_ERRORS,
  ...QUERY_ERRORS,
  ...PASSING_ERRORS,
  ...TASK_ERRORS,
  ...HTTP_ERRORS,
  ...COLLECT_ERRORS,
  ...PASSPORT_ERRORS,
  ...EXTRACTION_ERRORS,
  ...SERVER_ERRORS,
  ...STORAGE_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_CODES, value);
}
