import type { Ending, HeldJob } from '../store.js';

/** The way most jobs end: completed, with nothing to write down but that. Both stores have a faster statement for it. */
export function isBareCompletion(ending: Ending): boolean {
  return ending.status === 'completed' && ending.result === null && !hasEffects(ending);
}

/** Something else has to be committed together with the ending. */
export function hasEffects(ending: Ending): boolean {
  return ending.write !== undefined || (ending.followUps?.length ?? 0) > 0;
}

/** The ids under each fence. Most jobs complete at their first claim, so there is mostly one group. */
export function byFence(jobs: readonly HeldJob[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { id, fence } of jobs) {
    const ids = groups.get(fence);
    if (ids) ids.push(id);
    else groups.set(fence, [id]);
  }
  return groups;
}
