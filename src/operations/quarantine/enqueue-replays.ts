import type { Engine } from '../../engine/index.js';
import { REPLAY_JOB, type ReplayPayload } from '../../pipeline/index.js';

/** Accepts one job for each replay. Returns their ids. */
export async function enqueueReplays(
  engine: Engine,
  payloads: readonly ReplayPayload[],
  tenant: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { parser, path, replay_of } of payloads) {
    const { id } = await engine.enqueue(REPLAY_JOB, { parser, path, replay_of }, { tenant, parentJobId: replay_of });
    ids.push(id);
  }
  return ids;
}
