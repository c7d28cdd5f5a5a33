import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import type { Hint } from './hint.js';

export interface ErrorDetails {
  /** Why it happened, in one sentence. */
  why?: string | undefined;
  /** What the user can do about it, most likely first. */
  next?: readonly Hint[];
  cause?: unknown;
  /** Overrides the table, for errors where it depends on the case. */
  retryable?: boolean;
  /** The other side asked for at least this pause. */
  retryAfterMs?: number | undefined;
  /** The step in which it happened. */
  phase?: string | undefined;
  /** The text to store with a failed attempt instead of our own stack, such as the output of a child process. */
  detail?: string | undefined;
  /** Further details for programs, stored with a failed attempt. */
  facts?: ErrorFacts | undefined;
}

export type ErrorFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An operational failure: what happened, why, what to do next, and whether a retry makes sense. */
export class CasparianError extends Error {
  override readonly name: string = 'CasparianError';
  readonly code: ErrorCode;
  readonly why: string | undefined;
  readonly next: readonly Hint[];
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly phase: string | undefined;
  readonly detail: string | undefined;
  readonly facts: ErrorFacts | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.why = details.why;
    this.next = details.next ?? [];
    this.retryable = details.retryable ?? ERROR_CODES[code].retryable;
    this.retryAfterMs = details.retryAfterMs;
    this.phase = details.phase;
    this.detail = details.detail;
    this.facts = details.facts;
  }

  get exitCode(): number {
    return ERROR_CODES[this.code].exit;
  }
}

/** The message of any thrown value. Never throws itself: JavaScript allows any value to be thrown. */
export function errorMessage(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  try {
    return String(message);
  } catch {
    return Object.prototype.toString.call(message);
  }
}
