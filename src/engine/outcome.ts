import type { TransactionScope } from '../database/index.js';
import { CasparianError, type ErrorDetails } from '../platform/index.js';
import type { JobDeclaration } from './declare-job.js';
import type { EnqueueOptions } from './enqueue.js';

/** A job that is enqueued in the commit that completes its parent. */
export interface FollowUp {
  job: JobDeclaration;
  payload: unknown;
  options: EnqueueOptions;
}

export interface Effects {
  /** Jobs to enqueue in the commit that completes this one. See `followUp`. */
  enqueue?: readonly FollowUp[];
  /**
   * Writes to the same database, in the commit that completes this job. Called again if the commit was not possible, or if the writes of
   * another job that share it failed; so it must change nothing outside the transaction.
   */
  write?: (tx: TransactionScope) => Promise<void>;
  /**
   * Makes durable outside the database what the commit will refer to. Called when the handler has ended and another job may run in
   * its place, so it must not need much memory or CPU time. If it fails, the attempt fails. For outcomes with a `write`.
   */
  prepare?: (() => Promise<void>) | undefined;
  /** What this job adds to a write that it shares with others that complete at the same time. See `sharedWrite`. */
  share?: SharedWrite;
  /**
   * Called when the commit has succeeded or failed; it fails if the job was lost, cancelled or failed before it. For
   * state that a handler keeps outside the database.
   */
  settled?: ((committed: boolean) => void) | undefined;
}

/** One job's part of a write for many jobs. */
export interface SharedWrite {
  readonly write: (tx: TransactionScope, items: readonly unknown[]) => Promise<void>;
  readonly item: unknown;
}

/**
 * A short write that is made once for all jobs that complete at the same time, in one commit with their completions: a few statements
 * instead of a transaction for each. It gets the items of those jobs that are still held. If it fails, it is repeated for each job alone.
 */
export function sharedWrite<Item>(
  write: (tx: TransactionScope, items: readonly Item[]) => Promise<void>,
): (item: Item) => SharedWrite {
  const shared = write as SharedWrite['write'];
  return (item) => ({ write: shared, item });
}

/** What a handler can return besides a plain result. A closed set: the worker handles each of them. */
export type Outcome =
  | { readonly [OUTCOME]: 'completed'; result: unknown; warnings: readonly string[]; effects: Effects }
  | { readonly [OUTCOME]: 'snoozed'; delayMs: number };

// Symbol.for: a globally installed CLI and the engine a job module imports are two copies of this file.
const OUTCOME = Symbol.for('casparian.outcome');

/** Completes with effects: domain writes and follow-up jobs that commit together with the completion. */
export function complete(result: unknown, effects: Effects = {}): Outcome {
  return { [OUTCOME]: 'completed', result, warnings: [], effects };
}

/** Completes with warnings for the user. */
export function completeWithWarnings(result: unknown, warnings: readonly string[], effects: Effects = {}): Outcome {
  return { [OUTCOME]: 'completed', result, warnings, effects };
}

/** Runs again later, without charging an attempt: waiting is not a failure. */
export function snooze(delayMs: number): Outcome {
  if (!Number.isFinite(delayMs) || delayMs < 0) {
    throw new CasparianError('OPTION_INVALID', `A job cannot be snoozed for ${delayMs} ms`);
  }
  return { [OUTCOME]: 'snoozed', delayMs: Math.round(delayMs) };
}

export function followUp<Input, Output>(
  job: JobDeclaration<Input, Output>,
  payload: Input,
  options: EnqueueOptions = {},
): FollowUp {
  return { job: job, payload, options };
}

const NOTHING = complete(undefined);

export function outcomeOf(answer: unknown): Outcome {
  if (answer === undefined) return NOTHING;
  if (typeof answer === 'object' && answer !== null && OUTCOME in answer) return answer as Outcome;
  return complete(answer);
}

export function isSnooze(outcome: Outcome): outcome is Extract<Outcome, { delayMs: number }> {
  return outcome[OUTCOME] === 'snoozed';
}

/** Ignores errors of the handler's callback: they must not stop the worker in the middle of a step. */
export function notifySettled(effects: Pick<Effects, 'settled'> | undefined, committed: boolean): void {
  try {
    effects?.settled?.(committed);
  } catch {
    // The job has already ended.
  }
}

/** Thrown by a handler if another attempt would fail in the same way. */
export class PermanentError extends CasparianError {
  override readonly name = 'PermanentError';
  constructor(message: string, details: ErrorDetails = {}) {
    super('PERMANENT_ERROR', message, { ...details, retryable: false });
  }
}

/** Thrown by a handler to be retried, not sooner than `retryAfterMs` if given. */
export class RetryableError extends CasparianError {
  override readonly name = 'RetryableError';
  constructor(message: string, details: ErrorDetails = {}) {
    super('HANDLER_ERROR', message, { ...details, retryable: true });
  }
}
