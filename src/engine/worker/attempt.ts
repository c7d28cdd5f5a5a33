import { CasparianError, parseExactJson } from '../../platform/index.js';
import { classify } from '../classify.js';
import { inCorrelation } from '../correlation.js';
import type { JobDefinition } from '../declare-job.js';
import { cancelEnding, completionEnding, failureEnding, releaseEnding, snoozeEnding } from '../ending.js';
import { type FollowUp, isSnooze, type Outcome, outcomeOf, notifySettled } from '../outcome.js';
import { serialize, validatePayload } from '../payload.js';
import type { ClaimedJob, Ending, NewJob } from '../store.js';
import { AttemptContext, type ContextSink } from './context.js';
import { newJob } from '../enqueue.js';
import { type AttemptSpan, startAttemptSpan } from '../tracing/tracing.js';

export interface AttemptSetting {
  worker: string;
  maxPayloadBytes: number;
  /** How long a handler may take to notice that its signal was aborted. */
  abortGraceMs: number;
  sink: ContextSink;
}

export interface AttemptOwner {
  /** Called once. An attempt whose lease was lost has no ending. */
  onAttemptEnd(attempt: Attempt, ending: Ending | undefined): void;
}

/** One attempt at one job: checks the payload, runs the handler, and turns its outcome into an ending. */
export class Attempt {
  readonly job: ClaimedJob;
  private readonly definition: JobDefinition;
  private readonly setting: AttemptSetting;
  private readonly owner: AttemptOwner;
  private readonly context: AttemptContext;
  private readonly begun = performance.now();
  private timeout: NodeJS.Timeout | undefined;
  private abandonment: NodeJS.Timeout | undefined;
  private abandonAt = Infinity;
  private ended = false;
  private tookMs: number | undefined;
  private readonly span: AttemptSpan | undefined;

  constructor(job: ClaimedJob, definition: JobDefinition, setting: AttemptSetting, owner: AttemptOwner) {
    this.job = job;
    this.definition = definition;
    this.setting = setting;
    this.owner = owner;
    this.context = new AttemptContext(job, setting);
    this.span = startAttemptSpan(job);
  }

  start(): void {
    const { timeoutMs } = this.definition;
    if (timeoutMs !== undefined) this.timeout = setTimeout(() => this.abort(timedOut(timeoutMs)), timeoutMs);
    try {
      const payload = validatePayload(this.definition, parseExactJson(this.job.payload));
      const answer = isThenable(payload) ? payload.then((valid) => this.run(valid)) : this.run(payload);
      if (!isThenable(answer)) return this.succeed(answer);
      answer.then(
        (late) => this.succeed(late),
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      this.fail(error);
    }
  }

  private run(payload: unknown): unknown {
    const { correlationId } = this.job;
    if (correlationId === null && !this.span) return this.definition.run(payload, this.context);
    const run = (): unknown => this.definition.run(payload, this.context);
    const correlated = correlationId === null ? run : (): unknown => inCorrelation(correlationId, run);
    return this.span ? this.span.run(correlated) : correlated();
  }

  /** Ends the attempt without running the handler. */
  startFailed(error: unknown): void {
    this.fail(error);
  }

  /** How long the handler has run, or ran. */
  get elapsedMs(): number {
    return this.tookMs ?? performance.now() - this.begun;
  }

  /** Asks the handler to stop. If it does not, it is abandoned after the grace period; its result no longer counts. */
  abort(reason: CasparianError, graceMs = this.setting.abortGraceMs): void {
    if (this.ended) return;
    this.context.abort(reason);
    const abandonAt = performance.now() + graceMs;
    // A second reason can have a shorter grace period: a stopping worker does not wait for a long one.
    if (abandonAt >= this.abandonAt) return;
    this.abandonAt = abandonAt;
    clearTimeout(this.abandonment);
    this.abandonment = setTimeout(() => this.fail(reason), graceMs);
  }

  /** The ending after the effects of a handler could not be committed. */
  failedToCommit(error: unknown): Ending {
    return { ...this.failure(error), measured: this };
  }

  private succeed(answer: unknown): void {
    try {
      this.conclude(outcomeOf(answer));
    } catch (error) {
      this.fail(error);
    }
  }

  private conclude(outcome: Outcome): void {
    const { aborted } = this.context;
    // An aborted handler may return early as if it were done. Only a stopping worker accepts that: there, the handler
    // had time to finish.
    const tooLate = this.ended || (aborted && aborted.code !== 'WORKER_STOPPING');
    if (tooLate) return this.refuse(outcome, aborted);
    try {
      const ending = endingOfOutcome(this.job, outcome, this.setting);
      if (!isThenable(ending)) return this.end(ending);
      ending.then(
        (late) => this.end(late),
        (error: unknown) => this.refuse(outcome, error),
      );
    } catch (error) {
      this.refuse(outcome, error);
    }
  }

  /** The effects of the handler will not be committed. */
  private refuse(outcome: Outcome, error: unknown): void {
    if (!isSnooze(outcome)) notifySettled(outcome.effects, false);
    this.fail(error);
  }

  private fail(error: unknown): void {
    if (this.ended) return;
    const { aborted } = this.context;
    switch (aborted?.code) {
      case 'LEASE_LOST':
        return this.end(undefined);
      case 'JOB_CANCELLED':
        return this.end(cancelEnding(this.job));
      case 'WORKER_STOPPING':
        return this.end(releaseEnding(this.job));
      default:
        return this.end(this.failure(aborted ?? error));
    }
  }

  private end(ending: Ending | undefined): void {
    if (this.ended) return notifySettled(ending, false);
    this.ended = true;
    this.tookMs = this.elapsedMs;
    if (ending) ending.measured = this;
    this.span?.end(ending);
    clearTimeout(this.timeout);
    clearTimeout(this.abandonment);
    this.owner.onAttemptEnd(this, ending);
  }

  private failure(error: unknown): Ending {
    return failureEnding(this.job, classify(error), {
      policy: this.definition.retry,
      worker: this.setting.worker,
      elapsedMs: Math.round(this.elapsedMs),
      random: Math.random(),
    });
  }
}

function timedOut(timeoutMs: number): CasparianError {
  return new CasparianError('JOB_TIMEOUT', `The attempt ran longer than ${timeoutMs} ms`);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** The ending for a handler's outcome. A promise only when the schema of a follow-up validates asynchronously. */
function endingOfOutcome(
  job: ClaimedJob,
  outcome: Outcome,
  limits: { maxPayloadBytes: number },
): Ending | Promise<Ending> {
  if (isSnooze(outcome)) return snoozeEnding(job, outcome.delayMs);
  const { warnings, effects } = outcome;
  const result = warnings.length > 0 ? withWarnings(outcome.result, warnings) : outcome.result;
  const completion = {
    warned: warnings.length > 0,
    result: result == null ? null : serialize('result', result, limits.maxPayloadBytes),
    write: effects.write,
    prepare: effects.prepare,
    share: effects.share,
    settled: effects.settled,
  };
  if (!effects.enqueue?.length) return completionEnding(job, completion);
  const children = effects.enqueue.map(async (followUp) => childOf(job, followUp, limits));
  return Promise.all(children).then((followUps) => completionEnding(job, { ...completion, followUps }));
}

function childOf(
  { id, tenant, traceparent, correlationId }: ClaimedJob,
  { job, payload, options }: FollowUp,
  limits: { maxPayloadBytes: number },
): NewJob | Promise<NewJob> {
  const origin = { traceparent: traceparent ?? undefined, correlationId: correlationId ?? undefined };
  const inherited = { tenant, parentJobId: id, ...origin };
  return newJob(job, payload, { ...inherited, ...options }, limits);
}

/** Adds the warnings to an object result, so that its fields stay in the same place with and without warnings. */
function withWarnings(result: unknown, warnings: readonly string[]): object {
  const hasFields = typeof result === 'object' && result !== null && !Array.isArray(result);
  return hasFields ? { ...result, warnings } : { result, warnings };
}
