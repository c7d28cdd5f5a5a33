import type { RowFault } from '../columns/incoming.js';

/** Every way a value can break its contract. The names are part of the quarantine file and never change. */
export const ERROR_TYPES = [
  'invalid_string',
  'invalid_int',
  'invalid_float',
  'invalid_decimal',
  'invalid_bool',
  'invalid_date',
  'invalid_datetime',
  'invalid_time',
  'invalid_json',
  'invalid_binary',
  'out_of_range',
  'too_precise',
  'zone_missing',
  'zone_unexpected',
  'time_nonexistent',
  'time_ambiguous',
  'null_required',
  'below_minimum',
  'above_maximum',
  'pattern_mismatch',
  'not_in_enum',
  'duplicate_value',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

/** The problem with one value, without its row and column. */
export interface Problem {
  readonly errorType: ErrorType;
  readonly message: string;
}

export interface RowError {
  /** Null if the whole row is wrong. */
  readonly column: string | null;
  readonly type: ErrorType | RowFault['code'];
  readonly message: string;
}

export function problem(errorType: ErrorType, message: string): Problem {
  return { errorType, message };
}

/** Distinguishes a problem from the value of a cast, which is a primitive or bytes. */
export function isProblem(outcome: unknown): outcome is Problem {
  return typeof outcome === 'object' && outcome !== null && 'errorType' in outcome;
}
