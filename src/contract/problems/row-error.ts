import type { Cell } from '../columns/cell.js';
import type { RowFault } from '../columns/incoming.js';
import { quote } from './quote.js';

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

/**
 * The problem with one value, without its row and column. A class with a message on demand: with every row bad, most
 * messages are written as bytes or only counted.
 */
export class Problem {
  readonly errorType: ErrorType;
  /** The value that the message quotes; null if it quotes none. */
  readonly cell: Cell;
  /** What the message says behind the value. */
  readonly reason: string;

  constructor(errorType: ErrorType, cell: Cell, reason: string) {
    this.errorType = errorType;
    this.cell = cell;
    this.reason = reason;
  }

  get message(): string {
    return messageOf(this);
  }
}

/** A problem with its column. */
export class RowError {
  /** Null if the whole row is wrong. */
  readonly column: string | null;
  readonly type: ErrorType | RowFault['code'];
  /** As in a problem. */
  readonly cell: Cell;
  readonly reason: string;

  constructor(column: string | null, type: RowError['type'], cell: Cell, reason: string) {
    this.column = column;
    this.type = type;
    this.cell = cell;
    this.reason = reason;
  }

  get message(): string {
    return messageOf(this);
  }
}

function messageOf({ cell, reason }: Pick<Problem, 'cell' | 'reason'>): string {
  return cell === null ? reason : quote(cell) + reason;
}

/** `reason` follows the quoted value: ` is not an int`. */
export function problem(errorType: ErrorType, cell: Cell, reason: string): Problem {
  return new Problem(errorType, cell, reason);
}

/** Distinguishes a problem from the value of a cast, which is a primitive or bytes. */
export function isProblem(outcome: unknown): outcome is Problem {
  return outcome instanceof Problem;
}
