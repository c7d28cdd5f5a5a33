import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, isFinished, isServed, type JobRecord } from '../../engine/index.js';
import { REPLAY_JOB, type ReplayPayload } from '../../pipeline/jobs/job-types.js';
import type { Logger } from '../../platform/index.js';
import type { Settings } from '../../settings/index.js';
import { configuredWorker } from '../../app/configured/worker.js';
import { type OwnWorker, startOwnWorker } from './own-worker.js';
import type { SettingsOfParsers } from '../../app/configured/pipeline-runtime.js';

export interface ReplayOptions {
  readonly settings: Settings;
  readonly parsers: SettingsOfParsers;
  readonly logger: Logger;
  /** Nobody waits any more. The jobs stay, for whoever comes. */
  readonly signal: AbortSignal;
  /** Called when no worker is there to do it, and this process does. */
  readonly onOwnWorker: () => void;
}

const LOOK_EVERY_MS = 50;
/** Workers come and go; that the one we count on has gone is noticed soon enough. */
const LOOK_FOR_WORKERS_EVERY = 20;

/** Has quarantined rows read again, a job for each payload, and waits for their ends; for as many as there are in time. */
export async function replayRows(
  engine: Engine,
  payloads: readonly ReplayPayload[],
  options: ReplayOptions,
): Promise<JobRecord[]> {
  const waiting: string[] = [];
  for (const { parser, path, replay_of } of payloads) {
    const { id } = await engine.enqueue(REPLAY_JOB, { parser, path, replay_of }, { parentJobId: replay_of });
    waiting.push(id);
  }
  const ended: JobRecord[] = [];
  let ownWorker: OwnWorker | undefined;
  try {
    for (let look = 0; waiting.length > 0 && !options.signal.aborted; look++) {
      const [next = ''] = waiting;
      const job = await engine.job(next);
      if (isFinished(job.status)) {
        waiting.shift();
        ended.push(job);
        continue;
      }
      const isTime = ownWorker === undefined && look % LOOK_FOR_WORKERS_EVERY === 0;
      if (isTime && !(await isServed(engine.database, job))) ownWorker = await startReplayWorker(engine, options);
      await sleep(LOOK_EVERY_MS, undefined, { signal: options.signal }).catch(() => undefined);
    }
    return ended;
  } finally {
    await ownWorker?.stop();
  }
}

async function startReplayWorker(
  engine: Engine,
  { settings, parsers, logger, onOwnWorker }: ReplayOptions,
): Promise<OwnWorker> {
  onOwnWorker();
  // Loaded here, since every other command would wait for it.
  const { replayJob } = await import('../../pipeline/index.js');
  const { openConfiguredRuntime } = await import('../../app/configured/pipeline-runtime.js');
  const runtime = await openConfiguredRuntime(engine, settings, parsers);
  const worker = configuredWorker(engine, settings, { jobs: [replayJob(runtime)], logger });
  return startOwnWorker(worker, runtime);
}
