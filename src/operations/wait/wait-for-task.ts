import { type Engine, isFinished, isServed, type JobRecord } from '../../engine/index.js';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { createNudge } from './nudge.js';
import type { OwnWorker } from './own-worker.js';
import { startWorkerFor } from '../../app/configured/worker-for-task.js';

export interface WaitOptions {
  /** Nobody waits any more. A program that runs here is stopped, and its job goes back uncharged. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Who will run it: this process, or a worker elsewhere. Told again when that changes. */
  readonly onWorker: (kind: 'here' | 'elsewhere') => void;
  /** Told of every state it is seen in. */
  readonly onState: (job: JobRecord) => void;
}

const LOOK_EVERY_MS = 250;

/**
 * Waits for the end of a task, and sees to it that somebody runs it: this process, when no worker does. Answers with the
 * job as it stands then, which is finished unless the signal came first.
 */
export async function waitForTask(
  engine: Engine,
  settings: Settings,
  id: string,
  options: WaitOptions,
): Promise<JobRecord> {
  const { signal, onState } = options;
  // What our own worker has done we hear at once.
  const nudge = createNudge();
  const service = ensureService(engine, settings, options, () => nudge.now());
  let job = await engine.job(id);
  try {
    onState(job);
    while (!isFinished(job.status) && !signal.aborted) {
      await service.look(job);
      await nudge.pause(LOOK_EVERY_MS, signal);
      const next = await engine.job(id);
      if (next.status !== job.status || next.attempts !== job.attempts) onState(next);
      job = next;
    }
  } finally {
    await service.stop();
  }
  return isFinished(job.status) ? job : engine.job(id);
}

/** Sees to it, now and then, that some worker serves the job. Once it is ours, it stays ours. */
function ensureService(
  engine: Engine,
  settings: Settings,
  { logger, onWorker }: WaitOptions,
  onEnd: () => void,
): { look(job: JobRecord): Promise<void>; stop(): Promise<void> } {
  let own: OwnWorker | undefined;
  let nextLookAt = -Infinity;
  let isElsewhere = false;
  return {
    async look(job) {
      if (own || performance.now() < nextLookAt) return;
      // Workers come and go; that the one we count on has gone is noticed soon enough.
      nextLookAt = performance.now() + 2 * settings.poll_interval_ms;
      if (await isServed(engine.database, job)) {
        if (!isElsewhere) onWorker('elsewhere');
        isElsewhere = true;
      } else {
        onWorker('here');
        own = await startWorkerFor(engine, settings, job, { logger, onEnd });
      }
    },
    async stop() {
      await own?.stop();
    },
  };
}
