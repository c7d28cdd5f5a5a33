import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import type { ErrorCodeEntry } from './error-codes/error-code-entry.js';
import type { CasparianError } from './errors.js';
import type { Hint } from './hint.js';

/** Scripts depend on these names, here and in every other `*-json.ts`: add members, never change them. */
export interface ErrorJson {
  readonly code: ErrorCode;
  readonly message: string;
  readonly why: string;
  readonly next: readonly Hint[];
}

export function errorJson({ code, message, why = ERROR_CODES[code].explain, next }: CasparianError): ErrorJson {
  return { code, message, why, next };
}

export interface ErrorCodeJson {
  readonly code: ErrorCode;
  readonly exit: number;
  readonly retryable: boolean;
  readonly explain: string;
  readonly next: readonly Hint[];
}

export function errorCodeJson(code: ErrorCode): ErrorCodeJson {
  const { exit, retryable, explain, next = [] }: ErrorCodeEntry = ERROR_CODES[code];
  return { code, exit, retryable, explain, next };
}
