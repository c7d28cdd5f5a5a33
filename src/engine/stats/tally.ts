import type { FinishedStatus, JobStatus } from '../job.js';
import type { ClaimedJob, Ending } from '../store.js';
import { bucketOf, emptyBuckets } from './buckets.js';

/** How an attempt ended, for statistics: a final status, or a failure that another attempt follows. */
export type CountedOutcome = FinishedStatus | 'retried';

/** What statistics know of an attempt. */
export interface MeasuredAttempt {
  readonly job: Pick<ClaimedJob, 'tenant' | 'queue' | 'type' | 'runAt' | 'startedAt'>;
  readonly elapsedMs: number;
}

/** The attempts of one commit that share tenant, queue, type and outcome. */
export interface Tally {
  readonly tenant: string;
  readonly queue: string;
  readonly type: string;
  readonly outcome: CountedOutcome;
  count: number;
  durationMs: number;
  longestMs: number;
  waitMs: number;
  readonly buckets: number[];
}

/** Queues beyond this many combinations in a minute are counted together. Anyone who enqueues can invent names of queues. */
const MAX_KEYS_PER_MINUTE = 1_000;
const OTHER_QUEUES = '(other)';

/** Counts endings for the statistics. One for each store, because it limits the number of rows of a minute. */
export class Tallier {
  private readonly keys = new Set<string>();
  private minute = 0;

  constructor(private readonly maxKeys = MAX_KEYS_PER_MINUTE) {}

  /** The endings that were written with a status, counted. Those that did not charge an attempt are left out. */
  count(endings: readonly Ending[], statusOf: (ending: Ending) => JobStatus | undefined): Tally[] {
    const tallies = new Map<string, Tally>();
    let last: Tally | undefined;
    for (const ending of endings) {
      const { measured } = ending;
      const outcome = measured && outcomeOf(ending, statusOf(ending));
      if (!measured || !outcome) continue;
      // Most endings of a commit are alike, so the last tally is tried before a key is built.
      if (!last || !isOf(last, measured, outcome)) last = this.tallyOf(tallies, measured, outcome);
      add(last, measured);
    }
    return [...tallies.values()];
  }

  private tallyOf(tallies: Map<string, Tally>, { job }: MeasuredAttempt, outcome: CountedOutcome): Tally {
    const { tenant, type } = job;
    const queue = this.hasRoomFor(JSON.stringify([tenant, job.queue, type, outcome])) ? job.queue : OTHER_QUEUES;
    const key = JSON.stringify([tenant, queue, type, outcome]);
    let tally = tallies.get(key);
    if (!tally) {
      const sums = { count: 0, durationMs: 0, longestMs: 0, waitMs: 0, buckets: emptyBuckets() };
      tallies.set(key, (tally = { tenant, queue, type, outcome, ...sums }));
    }
    return tally;
  }

  private hasRoomFor(key: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.minute) {
      this.minute = minute;
      this.keys.clear();
    }
    if (this.keys.size < this.maxKeys) this.keys.add(key);
    return this.keys.has(key);
  }
}

function outcomeOf(ending: Ending, status: JobStatus | undefined): CountedOutcome | undefined {
  if (status === undefined || status === 'running') return undefined;
  if (status !== 'pending') return status;
  return ending.charge === 1 ? 'retried' : undefined;
}

function isOf(tally: Tally, { job }: MeasuredAttempt, outcome: CountedOutcome): boolean {
  return (
    tally.type === job.type && tally.queue === job.queue && tally.tenant === job.tenant && tally.outcome === outcome
  );
}

function add(tally: Tally, { job, elapsedMs }: MeasuredAttempt): void {
  const durationMs = Math.round(elapsedMs);
  const bucket = bucketOf(durationMs);
  tally.count++;
  tally.durationMs += durationMs;
  if (durationMs > tally.longestMs) tally.longestMs = durationMs;
  tally.waitMs += Math.max(0, job.startedAt - job.runAt);
  tally.buckets[bucket] = (tally.buckets[bucket] as number) + 1;
}
