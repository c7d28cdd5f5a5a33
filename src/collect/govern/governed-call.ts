import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantDatabase, TenantExecutor } from '../../database/index.js';
import { databaseNow, peekTokens, releaseSlot, takeSlot, takeTokens } from '../../engine/index.js';
import { failureClassOf } from '../../http/index.js';
import { errorMessage, newId } from '../../platform/index.js';
import { type Observation, outcomeOfError, outcomeOfResult } from '../activity/observation.js';
import { loadSource } from '../sources/find-sources.js';
import type { Source } from '../sources/source.js';
import { askBreaker, releaseProbe, reportBackoff, reportFailure, reportSuccess } from './breaker.js';
import { type Admission, type AdmittedCall, type BreakerReading, judge, needsProbe } from './breaker-reading.js';
import { BREAKER } from './breaker-policy.js';
import { publishSourceReport } from './source-reports.js';

/** A call that was not made, or whose source asks to come back later. Nothing is charged for it. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  readonly delayMs: number;
  readonly why: string;
  /** The source is down rather than busy: an older response is better than none. */
  readonly isDown: boolean;

  constructor(why: string, delayMs: number, isDown = false) {
    super(why);
    this.why = why;
    this.isDown = isDown;
    this.delayMs = Math.max(MIN_DELAY_MS, Math.min(MAX_DELAY_MS, delayMs));
  }
}

/** A source that is paused or isolated is looked at this often; `resume` makes its jobs due at once. */
export const MAX_DELAY_MS = 900_000;
const MIN_DELAY_MS = 50;
/** A job waits this long for a token inside its worker slot. */
const SHORT_WAIT_MS = 2_000;
/** Workers whose source is busy do not come back at the same moment. */
const BUSY_MS = 1_000;
/** For so long, a reading of the breaker is as good as a new one: a pause or an isolation takes effect this much later. */
const RECENT_MS = 250;
/** The line of jobs that wait for tokens is at most this long. */
const LONGEST_LINE_MS = 600_000;

export interface GovernedCall {
  readonly database: TenantDatabase;
  readonly source: Source;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What was read with the source. */
  readonly known?: KnownBreaker | undefined;
  readonly tokens?: number;
  /** At least this long between two calls, as robots.txt asks for. */
  readonly crawlDelayMs?: number | undefined;
  /** Told how the source was asked. */
  readonly observe?: ((observation: Observation) => void) | undefined;
  /** Asked again after a wait. */
  readonly recheck?: () => Promise<void>;
}

/** A reading of the breaker, and when it was made by the clock of this process. */
export interface KnownBreaker {
  readonly reading: BreakerReading;
  readonly readAt: number;
}

export function knownNow(reading: BreakerReading): KnownBreaker {
  return { reading, readAt: performance.now() };
}

/** What a result can tell about its call. */
interface CallResult {
  /** The failure that an older response replaced. */
  readonly failure?: Error | undefined;
  /** Requests that were sent; 0 if a cache had the response. */
  readonly requests?: number | undefined;
}

/**
 * Calls a source if nothing forbids it: pause, limits, and the breaker last. The result is reported to the breaker. A usual call costs two
 * round trips: one for its slot, one to release it, which runs beside the report.
 */
export async function callSource<T>(call: GovernedCall, work: () => Promise<T>): Promise<T> {
  const { database, source } = call;
  const begun = performance.now();
  const known = call.known && performance.now() - call.known.readAt < RECENT_MS ? call.known.reading : undefined;
  // A call that the breaker refuses takes neither a slot nor a token. A probe may have ended since, so it is asked about once more.
  const first = known && judge(known);
  if (first && (first.isAdmitted || first.refusal !== 'probing')) requireAdmitted(source, first);
  const release = await takeTurn(call);
  try {
    const waited = await waitForTokens(call);
    if (waited) {
      await requireRunning(database, source.id);
      await call.recheck?.();
    }
    const admitted = await admit(call, waited ? undefined : known);
    // The turn of a probe ends when it has reported: until then, the next call would find the breaker open.
    const done = admitted.probe === undefined ? () => void release() : () => undefined;
    const waitMs = performance.now() - begun;
    return await report(call, admitted, () => observed(call, waitMs, work).finally(done));
  } finally {
    await release();
  }
}

async function observed<T>({ observe }: GovernedCall, waitMs: number, work: () => Promise<T>): Promise<T> {
  const sent = performance.now();
  const note = (outcome: Observation['outcome'] | undefined): void => {
    if (outcome !== undefined) observe?.({ outcome, durationMs: performance.now() - sent, waitMs });
  };
  try {
    const result = await work();
    note(outcomeOfResult(result));
    return result;
  } catch (error) {
    note(outcomeOfError(error));
    throw error;
  }
}

/** Fails with Postponed if the source is paused, isolated or waiting. */
export async function requireRunning(database: TenantDatabase, sourceId: string): Promise<void> {
  const loaded = await loadSource(database, sourceId);
  const now = await databaseNow(database);
  if (!loaded) throw new Postponed('the source was removed', MAX_DELAY_MS);
  postponeIfPaused(loaded.source, now);
}

export function postponeIfPaused({ enabled, pausedUntil, name }: Source, now: number): void {
  if (!enabled) throw new Postponed(`source ${name} is disabled`, MAX_DELAY_MS);
  if (pausedUntil !== null && pausedUntil > now) throw new Postponed(`source ${name} is paused`, pausedUntil - now);
}

/** Takes a slot. Returns what releases it. */
async function takeTurn({ database, source, timeoutMs }: GovernedCall): Promise<() => Promise<void>> {
  const taken = await takeSlot(database, {
    ...{ key: limitKey(source), concurrency: source.maxConcurrency },
    ttlMs: timeoutMs + SHORT_WAIT_MS + BREAKER.probeMarginMs,
  });
  if (taken.granted) {
    let released: Promise<void> | undefined;
    // If it fails, the slot frees itself.
    return () => (released ??= releaseSlot(database, taken.slot).catch(() => undefined));
  }
  throw new Postponed(`source ${source.name} is busy`, BUSY_MS * (0.5 + Math.random()));
}

/** Returns whether it waited. */
async function waitForTokens(call: GovernedCall): Promise<boolean> {
  const { database, source, crawlDelayMs = 0, tokens = 1, signal } = call;
  const perMinute = Math.min(source.ratePerMinute ?? Infinity, crawlDelayMs > 0 ? 60_000 / crawlDelayMs : Infinity);
  if (perMinute === Infinity) return false;
  const key = limitKey(source);
  const rate = { perMinute, burst: crawlDelayMs > 0 ? Math.max(1, tokens) : source.burst };
  const taken = await takeTokens(database, { key, rate, n: tokens, maxWaitMs: SHORT_WAIT_MS });
  if (!taken.granted) {
    const lineMs = await placeInLine(call, perMinute, taken.retryMs);
    publishSourceReport({ ...nameOf(call), kind: 'wait', ms: lineMs });
    throw new Postponed(`source ${source.name} is limited`, lineMs);
  }
  publishSourceReport({ ...nameOf(call), kind: 'wait', ms: taken.waitMs });
  if (taken.waitMs === 0) return false;
  // A timer may end a millisecond early.
  await sleep(Math.ceil(taken.waitMs) + 1, undefined, { signal });
  return true;
}

/**
 * Jobs that find no token get a place in a line that moves as fast as tokens arrive. Otherwise all of them would come back for the next
 * token, and all but one in vain.
 */
async function placeInLine(
  { database, source }: GovernedCall,
  perMinute: number,
  retryMs: number | null,
): Promise<number> {
  const place = await takeTokens(database, {
    ...{ key: `${limitKey(source)} line`, rate: { perMinute, burst: 1 }, maxWaitMs: LONGEST_LINE_MS },
  });
  const lineMs = place.granted ? place.waitMs : LONGEST_LINE_MS * (0.5 + Math.random());
  return Math.max(retryMs ?? MAX_DELAY_MS, lineMs);
}

async function admit(
  { database, source, timeoutMs }: GovernedCall,
  known: BreakerReading | undefined,
): Promise<AdmittedCall> {
  if (known && !needsProbe(known)) return requireAdmitted(source, judge(known));
  const claim = { owner: newId(), leaseMs: timeoutMs + BREAKER.probeMarginMs };
  return requireAdmitted(source, await askBreaker(database, source.id, claim));
}

function requireAdmitted(source: Source, answer: Admission): AdmittedCall {
  if (answer.isAdmitted) return answer.call;
  const { refusal, retryAt, now } = answer;
  // Not all at once when the time has come.
  const spread = 1 + Math.random() * 0.1;
  const delayMs = retryAt === null ? MAX_DELAY_MS : (retryAt - now) * spread;
  throw new Postponed(refusalText(source, refusal), delayMs, refusal === 'open' || refusal === 'probing');
}

function refusalText({ name }: Source, refusal: 'isolated' | 'open' | 'probing' | 'backoff'): string {
  if (refusal === 'isolated') return `source ${name} is isolated`;
  if (refusal === 'backoff') return `source ${name} asked to wait`;
  return `the breaker of source ${name} is open`;
}

async function report<T>(governed: GovernedCall, call: AdmittedCall, work: () => Promise<T>): Promise<T> {
  const { database } = governed;
  let result: T;
  try {
    result = await work();
  } catch (error) {
    publishSourceReport({ ...nameOf(governed), kind: 'request', outcome: failureClassOf(error) ?? 'other' });
    await reportError(database, call, error);
    throw error;
  }
  const { failure, requests } = Object(result) as CallResult;
  const outcome = failure === undefined ? 'ok' : (failureClassOf(failure) ?? 'other');
  if (requests !== 0) publishSourceReport({ ...nameOf(governed), kind: 'request', outcome });
  if (failure === undefined) await reportSuccess(database, call);
  else await reportError(database, call, failure).catch(ignorePostponed);
  return result;
}

function nameOf({ database, source }: GovernedCall): { tenant: string; source: string } {
  return { tenant: database.tenant, source: source.name };
}

/** There is a result, although an old one. Only the next call has to wait. */
function ignorePostponed(error: unknown): void {
  if (!(error instanceof Postponed)) throw error;
}

/** What an error says about the source decides what the breaker is told. */
async function reportError(database: TenantDatabase, call: AdmittedCall, error: unknown): Promise<void> {
  const failure = failureClassOf(error);
  const { retryAfterMs } = Object(error) as { retryAfterMs?: number };
  switch (failure) {
    case 'network':
    case 'timeout':
    case 'server':
    case 'blocked':
      await reportFailure(database, call, errorMessage(error));
      return;
    case 'unavailable':
      if (retryAfterMs === undefined) await reportFailure(database, call, errorMessage(error));
      else await postpone(database, call, retryAfterMs);
      return;
    case 'rate_limited':
      await postpone(database, call, retryAfterMs);
      return;
    // The source responded, so it works: a probe that finds nothing has succeeded.
    case 'not_found':
    case 'client':
    case 'too_large':
    case 'bad_content':
      if (call.probe !== undefined) await reportSuccess(database, call);
      return;
    default:
      await releaseProbe(database, call);
  }
}

async function postpone(
  database: TenantDatabase,
  call: AdmittedCall,
  retryAfterMs: number | undefined,
): Promise<never> {
  const until = await reportBackoff(database, call, retryAfterMs);
  throw new Postponed('the source asked to wait', until - (await databaseNow(database)));
}

/** Sources of different tenants have different limits: the limiter adds the tenant. */
function limitKey({ id }: Source): string {
  return `source ${id}`;
}

/** How many requests could be sent at once now; null without a limit. */
export async function tokensLeft(database: TenantExecutor, source: Source): Promise<number | null> {
  if (source.ratePerMinute === null) return null;
  const rate = { perMinute: source.ratePerMinute, burst: source.burst };
  return (await peekTokens(database, { key: limitKey(source), rate })).remaining;
}
