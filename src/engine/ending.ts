import type { ErrorFacts, Hint } from '../platform/index.js';
import type { AttemptError } from './job.js';
import type { RetryPolicy } from './retry.js';
import { retryDelayMs } from './retry.js';
import type { ClaimedJob, Ending, HeldJob } from './store.js';

/** After more crashes than this, the job is considered the cause, not its workers. */
export const CRASH_BUDGET = 3;

const MAX_ERRORS_KEPT = 20;
const MAX_MESSAGE_CHARS = 2_000;
const MAX_DETAIL_CHARS = 4_000;
const MAX_FACTS = 20;
/** All facts of one error together. */
const MAX_FACTS_CHARS = 20_000;

export interface Failure {
  code: string;
  message: string;
  detail?: string | undefined;
  why?: string | undefined;
  next?: readonly Hint[] | undefined;
  phase?: string | undefined;
  facts?: ErrorFacts | undefined;
  retryable: boolean;
  retryAfterMs?: number | undefined;
}

type Charged = Pick<ClaimedJob, 'id' | 'fence' | 'attempts' | 'maxAttempts' | 'crashes' | 'errors' | 'startedAt'>;

/** A failed attempt: retried later, or failed for good. Pure; the caller supplies the random number. */
export function failureEnding(
  job: Charged,
  failure: Failure,
  how: { policy: RetryPolicy; worker: string; elapsedMs: number; random: number },
): Ending {
  const attempts = job.attempts + 1;
  const exhausted = attempts >= job.maxAttempts;
  const status = !failure.retryable ? 'failed' : exhausted ? 'dead_letter' : 'pending';
  const delayMs = Math.max(retryDelayMs(how.policy, attempts, how.random), failure.retryAfterMs ?? 0);
  return {
    ...unchanged(job),
    status,
    delayMs: status === 'pending' ? delayMs : null,
    charge: 1,
    errors: withError(job, failure, { worker: how.worker, endedAt: job.startedAt + how.elapsedMs }),
  };
}

/** A worker died while it held the job. The crash is recorded; too many crashes make it a poison job. */
export function crashEnding(job: Charged, evidence: { worker: string; lastHeartbeat: number; now: number }): Ending {
  const crashes = job.crashes + 1;
  const poison = crashes > CRASH_BUDGET;
  const failure = poison
    ? {
        code: 'POISON_JOB',
        message: `The job took down its worker ${crashes} times; its crash budget is ${CRASH_BUDGET}`,
      }
    : { code: 'WORKER_CRASHED', message: `Worker ${evidence.worker} stopped renewing its lease` };
  const detail = `last heartbeat ${iso(evidence.lastHeartbeat)}, lease found expired ${iso(evidence.now)}`;
  return {
    ...unchanged(job),
    status: poison || job.attempts + 1 >= job.maxAttempts ? 'dead_letter' : 'pending',
    charge: 1,
    crash: 1,
    errors: withError(job, { ...failure, detail }, { worker: evidence.worker, endedAt: evidence.now }),
  };
}

/** Back to pending, as if never claimed: a graceful stop, or a prefetched job that did not start. */
export function releaseEnding(job: HeldJob): Ending {
  return { ...unchanged(job), status: 'pending' };
}

/** Back to pending for later, as the handler asked. */
export function snoozeEnding(job: HeldJob, delayMs: number): Ending {
  return { ...unchanged(job), status: 'pending', delayMs };
}

export function cancelEnding(job: HeldJob): Ending {
  return { ...unchanged(job), status: 'cancelled' };
}

/** The ending that was written when a job should have gone back to pending but its cancel had been requested. */
export function cancelledInstead(ending: Ending): Ending {
  return { ...ending, status: 'cancelled', delayMs: null };
}

type Completion = { result: string | null; warned: boolean } & Pick<
  Ending,
  'followUps' | 'write' | 'prepare' | 'share' | 'settled'
>;

export function completionEnding(job: HeldJob, completion: Completion): Ending {
  return new CompletionEnding(job, completion);
}

// Spelled out rather than spread: this runs once per job, and a spread cost more than the rest of the attempt.
class CompletionEnding implements Ending {
  readonly id: string;
  readonly fence: number;
  readonly place: string | undefined;
  readonly status: 'completed' | 'completed_with_warnings';
  readonly delayMs: null;
  readonly charge: 0;
  readonly crash: 0;
  readonly errors: null;
  readonly result: string | null;
  measured: Ending['measured'];
  readonly followUps: Ending['followUps'];
  readonly write: Ending['write'];
  readonly prepare: Ending['prepare'];
  readonly share: Ending['share'];
  readonly settled: Ending['settled'];

  constructor(job: HeldJob, { warned, result, followUps, write, prepare, share, settled }: Completion) {
    this.id = job.id;
    this.fence = job.fence;
    this.place = job.place;
    this.status = warned ? 'completed_with_warnings' : 'completed';
    this.delayMs = null;
    this.charge = 0;
    this.crash = 0;
    this.errors = null;
    this.result = result;
    this.followUps = followUps;
    this.write = write;
    this.prepare = prepare;
    this.share = share;
    this.settled = settled;
  }
}

function unchanged(job: HeldJob): Omit<Ending, 'status'> {
  const { id, fence, place } = job;
  return { id, fence, place, delayMs: null, charge: 0, crash: 0, errors: null, result: null };
}

function withError(
  job: Charged,
  failure: Omit<Failure, 'retryable'>,
  when: { worker: string; endedAt: number },
): string {
  const earlier = job.errors === null ? [] : (JSON.parse(job.errors) as AttemptError[]);
  const entry: AttemptError = {
    code: failure.code,
    message: clip(failure.message, MAX_MESSAGE_CHARS),
    ...(failure.detail ? { detail: clip(failure.detail, MAX_DETAIL_CHARS) } : {}),
    ...(failure.phase ? { phase: failure.phase } : {}),
    ...(failure.why ? { why: clip(failure.why, MAX_MESSAGE_CHARS) } : {}),
    ...(failure.next?.length ? { next: failure.next.map(clipHint) } : {}),
    ...(failure.facts ? { facts: boundedFacts(failure.facts) } : {}),
    worker: when.worker,
    attempt: job.attempts + 1,
    started: iso(job.startedAt),
    ended: iso(when.endedAt),
  };
  return JSON.stringify([...earlier, entry].slice(-MAX_ERRORS_KEPT));
}

function clipHint(hint: Hint): Hint {
  if (typeof hint === 'string') return clip(hint, MAX_MESSAGE_CHARS);
  return { ...hint, text: clip(hint.text, MAX_MESSAGE_CHARS) };
}

function boundedFacts(facts: ErrorFacts): ErrorFacts {
  let charsLeft = MAX_FACTS_CHARS;
  const bounded = (fact: ErrorFacts[string]): ErrorFacts[string] => {
    if (typeof fact !== 'string') return fact;
    const kept = clip(fact, charsLeft);
    charsLeft = Math.max(0, charsLeft - fact.length);
    return kept;
  };
  const kept = Object.entries(facts).slice(0, MAX_FACTS);
  return Object.fromEntries(kept.map(([name, fact]) => [name, bounded(fact)]));
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}… (${text.length - max} more characters)`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
