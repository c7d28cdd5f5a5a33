import { ERROR_CODES, type ErrorCode } from '../../platform/index.js';

/** The statuses of the specification of passports, and those that the exit code does not imply. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  API_KEY_REVOKED: 401,
  FORBIDDEN: 403,
  READ_ONLY: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_PERMITTED: 403,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PRECONDITION_FAILED: 412,
  REQUEST_TOO_LARGE: 413,
  PAYLOAD_TOO_LARGE: 413,
  MEDIA_TYPE_UNSUPPORTED: 415,
  HOST_NOT_ALLOWED: 421,
  VALIDATION_ERROR: 422,
  // The request named a host that cannot be found.
  NETWORK_ERROR: 422,
  RATE_LIMITED: 429,
  EVENT_VERSION_CONFLICT: 409,
  RULE_TESTS_FAILED: 409,
  RULE_PKG_NOT_PUBLISHED: 409,
  SNAPSHOT_NOT_READY: 409,
  SNAPSHOT_SEALED: 409,
  REPLAY_MISMATCH: 409,
  SIGNING_KEY_MISSING: 500,
  CONFIG_INVALID: 500,
  SCHEMA_OUTDATED: 503,
  SCHEMA_NEWER: 503,
  DATABASE_ERROR: 500,
  INTERNAL: 500,
};

/** The HTTP status of an error: listed above, or implied by its exit code. */
export function httpStatus(code: ErrorCode): number {
  return STATUS[code] ?? impliedStatus(code);
}

function impliedStatus(code: ErrorCode): number {
  const { exit } = ERROR_CODES[code];
  if (exit === 3) return code.endsWith('NOT_FOUND') ? 404 : 409;
  // The input is invalid: as given, or after reading it.
  return exit === 75 || exit === 130 ? 503 : 422;
}
