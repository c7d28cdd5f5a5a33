import type { Engine } from '../../engine/index.js';
import { REPLAY_JOB, type ReplayPayload } from '../../pipeline/index.js';
import { type Actor, recordOf, retryJob, type RetryOptions } from '../jobs/change-by-hand.js';
import type { Replays } from './select-rows.js';

/** Accepts one job for each replay, and records who asked for them. Returns their ids. */
async function enqueueReplays(
  engine: Engine,
  payloads: readonly ReplayPayload[],
  { tenant, actor }: { readonly tenant: string; readonly actor: Actor },
): Promise<string[]> {
  if (payloads.length === 0) return [];
  const entries = payloads.map(({ parser, path, replay_of, version }) => ({
    payload: { parser, path, replay_of, ...(version === undefined ? {} : { version }) },
    options: { tenant, parentJobId: replay_of },
  }));
  return engine.transaction(async (tx) => {
    const jobs = await engine.enqueueEach(REPLAY_JOB, entries, tx);
    const added = jobs.map(({ id }) => ({ id, tenant, type: REPLAY_JOB.type }));
    await recordOf('job.enqueued', actor)(tx, added);
    return added.map(({ id }) => id);
  });
}

/** Enqueues the replays of rows, and retries the jobs that wrote none. Returns the ids of all. */
export async function beginReplays(
  engine: Engine,
  { rows, failedJobs }: Replays,
  { tenant, actor, sameVersion }: { readonly tenant: string; readonly actor: Actor } & RetryOptions,
): Promise<string[]> {
  const ids = await enqueueReplays(engine, rows, { tenant, actor });
  for (const id of failedJobs) ids.push((await retryJob(engine, id, actor, { sameVersion })).id);
  return ids;
}
