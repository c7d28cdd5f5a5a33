import type { JobLimit } from './declared-limits.js';
import { type Bucket, type Grant, type Refusal, takeFrom } from './gcra.js';
import type { Emission } from './rate.js';

/** A claimed job that is about to start. */
export interface Candidate {
  limits: readonly JobLimit[];
  /** The limit in whose line the job waited, if any. */
  waitedFor: string | undefined;
}

/** The state of one limit during an admission. Grants and places in line change it. */
export interface LimitState {
  bucket: Bucket;
  slotsHeld: number;
  /** The last place in the line of jobs that wait for a token; 0 without a line. */
  lineEndUs: number;
  /** The last place that was given to a job which came late. */
  lateUs: number;
}

export type Verdict =
  | { granted: true; waitUs: number }
  /** `untilUs` is null if no time is known: a slot must become free, or the limit must change. */
  | { granted: false; limit: JobLimit; kind: 'rate' | 'concurrency' | 'paused'; untilUs: number | null };

/**
 * A job whose place in line is now waits this long in its slot instead of being returned once more: each start is some
 * milliseconds late, and so is the next token.
 */
const MAX_INLINE_WAIT_US = 100_000;

/** Whether the job may start under all its limits. Only then, all of them are charged. Pure except for `states`. */
export function decideAdmission(
  { limits, waitedFor }: Candidate,
  states: ReadonlyMap<string, LimitState>,
  nowUs: number,
): Verdict {
  const grants: (() => void)[] = [];
  let waitUs = 0;
  for (const limit of limits) {
    const state = states.get(identityOf(limit));
    if (!state) throw new Error('the state of every limit is read before');
    const { concurrency, rate } = limit;
    if (concurrency === 0 || rate?.emissionUs === 0) return { granted: false, limit, kind: 'paused', untilUs: null };
    if (concurrency !== null && state.slotsHeld >= concurrency) {
      return { granted: false, limit, kind: 'concurrency', untilUs: null };
    }
    if (rate) {
      const hasPlace = waitedFor === identityOf(limit);
      const answer = takeToken(state, rate, { hasPlace, nowUs });
      if (!answer.granted)
        return { granted: false, limit, kind: 'rate', untilUs: placeInLine(state, rate, { hasPlace, answer }) };
      waitUs = Math.max(waitUs, answer.waitUs);
      grants.push(() => (state.bucket = { tatUs: answer.tatUs, seenUs: answer.nowUs, ...rate }));
    }
    if (concurrency !== null) grants.push(() => state.slotsHeld++);
  }
  for (const charge of grants) charge();
  return { granted: true, waitUs };
}

/** A job without a place does not pass those that wait. */
function takeToken(
  state: LimitState,
  rate: Emission,
  { hasPlace, nowUs }: { hasPlace: boolean; nowUs: number },
): Grant | Refusal {
  const answer = takeFrom(state.bucket, rate, { nowUs, n: 1, maxWaitUs: hasPlace ? MAX_INLINE_WAIT_US : 0 });
  if (hasPlace || !answer.granted || state.lineEndUs <= answer.nowUs) return answer;
  return { granted: false, retryUs: 0, remaining: 0, resetUs: answer.resetUs, nowUs: answer.nowUs };
}

/**
 * When the job may try again: one emission after the last in line. A job that had a place but found no token, because it or
 * others came late, joins the line of the late ones; at the end of the other line it would lose its turn.
 */
function placeInLine(
  state: LimitState,
  { emissionUs }: Emission,
  { hasPlace, answer }: { hasPlace: boolean; answer: Refusal },
): number {
  const earliest = answer.nowUs + (answer.retryUs ?? 0);
  const last = hasPlace ? state.lateUs : state.lineEndUs;
  const place = last > answer.nowUs ? Math.max(earliest, last + emissionUs) : earliest;
  if (hasPlace) state.lateUs = place;
  state.lineEndUs = Math.max(state.lineEndUs, place);
  return place;
}

export function identityOf({ tenant, key }: { tenant: string; key: string }): string {
  return `${tenant}\0${key}`;
}
