import { createWorker, type Engine, isFinished, type JobRecord } from '../../engine/index.js';
import { FILE_JOBS, pipelineJobs, type PipelineRuntime } from '../../pipeline/index.js';
import type { Logger } from '../../platform/index.js';
import { type LocalWorkerOptions, type OwnWorker, startOwnWorker } from '../jobs/own-worker.js';
import type { Actor, RetryOptions } from '../jobs/change-by-hand.js';
import { beginReplays } from './enqueue-replays.js';
import type { Replays } from './select-rows.js';
import { waitForJobs } from '../wait/wait-for-jobs.js';

export interface ReplayOptions {
  /** The tenant of the rows. */
  readonly tenant: string;
  readonly worker: LocalWorkerOptions;
  /** Opens what replays need. Called only when no other worker serves them. */
  readonly openRuntime: () => Promise<PipelineRuntime>;
  readonly logger: Logger;
  /** Ends the wait. The jobs stay in the queue. */
  readonly signal: AbortSignal;
  /** Called when no worker serves the replays and this process runs them. */
  readonly onOwnWorker: () => void;
}

const CHECK_SERVICE_EVERY_MS = 1_000;

/** Reads quarantined rows and failed files again. Returns the jobs that finished before the signal. */
export async function replayRows(
  engine: Engine,
  replays: Replays,
  options: ReplayOptions & { readonly actor: Actor } & RetryOptions,
): Promise<JobRecord[]> {
  return waitForReplays(engine, await beginReplays(engine, replays, options), options);
}

/** Waits for replays that are in the queue already. Runs them here if no other worker does. */
export async function waitForReplays(
  engine: Engine,
  ids: readonly string[],
  options: ReplayOptions,
): Promise<JobRecord[]> {
  const jobs = await waitForJobs(engine, ids, {
    signal: options.signal,
    checkServiceEveryMs: CHECK_SERVICE_EVERY_MS,
    startWorker: (_job, onEnd) => startReplayWorker(engine, options, onEnd),
    onWorker: (kind) => (kind === 'here' ? options.onOwnWorker() : undefined),
  });
  return jobs.filter(({ status }) => isFinished(status));
}

/** Starts a worker in this process that runs all the replays. */
async function startReplayWorker(
  engine: Engine,
  { tenant, worker, openRuntime, logger }: ReplayOptions,
  onEnd: () => void,
): Promise<OwnWorker> {
  const runtime = await openRuntime();
  const jobs = pipelineJobs(runtime, FILE_JOBS);
  const own = createWorker(engine, { ...worker, jobs, tenants: [tenant], logger, observer: { ended: onEnd } });
  return startOwnWorker(own, runtime);
}
