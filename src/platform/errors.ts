import { ERROR_CODES, type ErrorCode } from './error-codes.js';
import type { Hint } from './hint.js';

export interface ErrorDetails {
  /** Why it happened, in one sentence. */
  why?: string | undefined;
  /** What the reader can do about it, most likely first. */
  next?: readonly Hint[];
  cause?: unknown;
  /** Overrides the table, for errors where it depends on the case. */
  retryable?: boolean;
  /** The other side asked us not to come back sooner. */
  retryAfterMs?: number | undefined;
  /** The step of a longer work in which it happened. */
  phase?: string | undefined;
  /** What to keep with a failed attempt instead of our own stack, such as the words of a child process. */
  detail?: string | undefined;
  /** What else is known of it, for programs to read: kept with a failed attempt. */
  facts?: ErrorFacts | undefined;
}

export type ErrorFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An operational failure: what happened, why, what next, and whether trying again makes sense. */
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

/** The message of whatever was thrown. Never throws itself: JavaScript lets anything be thrown. */
export function errorMessage(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message : error;
  try {
    return String(message);
  } catch {
    return Object.prototype.toString.call(message);
  }
}
