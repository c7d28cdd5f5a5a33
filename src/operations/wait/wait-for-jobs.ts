import { type Engine, isFinished, isServed, type JobRecord } from '../../engine/index.js';
import type { OwnWorker } from '../jobs/own-worker.js';

export interface WaitOptions {
  /** Ends the wait. An own worker is stopped, and its jobs are returned to the queue uncharged. */
  readonly signal: AbortSignal;
  /** How often to check that a worker still serves the job. */
  readonly checkServiceEveryMs: number;
  /** Starts a worker in this process. It calls `onEnd` after each attempt, so that the wait notices at once. */
  readonly startWorker: (job: JobRecord, onEnd: () => void) => Promise<OwnWorker>;
  /** Reports where the job will run. Called again when that changes. */
  readonly onWorker?: ((kind: 'here' | 'elsewhere') => void) | undefined;
  /** Reports each status and attempt of a job that was observed. */
  readonly onState?: ((job: JobRecord) => void) | undefined;
  /** Called with every look at a job that has started, the last one included. */
  readonly onLook?: ((job: JobRecord) => Promise<void>) | undefined;
}

const LOOK_EVERY_MS = 250;

/**
 * Waits for jobs, one after the other. When no worker serves a job, this process runs it. Returns the finished jobs; if
 * the signal came first, the last one returned is not finished.
 */
export async function waitForJobs(engine: Engine, ids: readonly string[], options: WaitOptions): Promise<JobRecord[]> {
  const nudge = createNudge();
  const service = keepServed(engine, options, () => nudge.now());
  const jobs: JobRecord[] = [];
  try {
    for (const id of ids) {
      const job = await waitForJob(id);
      jobs.push(job);
      if (!isFinished(job.status)) break;
    }
  } finally {
    await service.stop();
  }
  const last = jobs.at(-1);
  // Stopping our worker returned the job to the queue, or let it finish.
  return last && !isFinished(last.status) ? [...jobs.slice(0, -1), await engine.job(last.id)] : jobs;

  async function waitForJob(id: string): Promise<JobRecord> {
    let job = await engine.job(id);
    options.onState?.(job);
    while (!isFinished(job.status) && !options.signal.aborted) {
      await service.check(job);
      await nudge.pause(LOOK_EVERY_MS, options.signal);
      const next = await engine.job(id);
      if (next.status !== job.status || next.attempts !== job.attempts) options.onState?.(next);
      job = next;
      if (job.startedAt !== null) await options.onLook?.(job);
    }
    return job;
  }
}

/** Checks regularly that a worker serves the job, and starts one here if none does. That one then runs to the end. */
function keepServed(
  { database }: Engine,
  { checkServiceEveryMs, startWorker, onWorker }: WaitOptions,
  onEnd: () => void,
): { check(job: JobRecord): Promise<void>; stop(): Promise<void> } {
  let own: OwnWorker | undefined;
  let nextCheckAt = -Infinity;
  let isElsewhere = false;
  return {
    async check(job) {
      if (own || performance.now() < nextCheckAt) return;
      nextCheckAt = performance.now() + checkServiceEveryMs;
      if (await isServed(database, job)) {
        if (!isElsewhere) onWorker?.('elsewhere');
        isElsewhere = true;
      } else {
        onWorker?.('here');
        own = await startWorker(job, onEnd);
      }
    },
    async stop() {
      await own?.stop();
    },
  };
}

/** A pause that can be ended early. */
interface Nudge {
  /** Ends the pause, or skips the next one. */
  now(): void;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

function createNudge(): Nudge {
  let isOwed = false;
  let endPause: (() => void) | undefined;
  return {
    now: () => {
      isOwed = true;
      endPause?.();
    },
    pause: (ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          endPause = undefined;
          isOwed = false;
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end);
        endPause = end;
        if (isOwed || signal.aborted) end();
      }),
  };
}
