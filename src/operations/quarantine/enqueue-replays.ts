import type { Engine } from '../../engine/index.js';
import { REPLAY_JOB, type ReplayPayload } from '../../pipeline/index.js';
import { type Actor, recordOf } from '../jobs/change-by-hand.js';

/** Accepts one job for each replay, and records who asked for them. Returns their ids. */
export async function enqueueReplays(
  engine: Engine,
  payloads: readonly ReplayPayload[],
  { tenant, actor }: { readonly tenant: string; readonly actor: Actor },
): Promise<string[]> {
  if (payloads.length === 0) return [];
  const entries = payloads.map(({ parser, path, replay_of }) => ({
    payload: { parser, path, replay_of },
    options: { tenant, parentJobId: replay_of },
  }));
  return engine.transaction(async (tx) => {
    const jobs = await engine.enqueueEach(REPLAY_JOB, entries, tx);
    const added = jobs.map(({ id }) => ({ id, tenant, type: REPLAY_JOB.type }));
    await recordOf('job.enqueued', actor)(tx, added);
    return added.map(({ id }) => id);
  });
}
