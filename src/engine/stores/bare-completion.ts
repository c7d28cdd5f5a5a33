import type { Ending } from '../store.js';

/** The way most jobs end: completed, with nothing to write down but that. Both stores have a faster statement for it. */
export function isBareCompletion(ending: Ending): boolean {
  return ending.status === 'completed' && ending.result === null && !hasEffects(ending);
}

/** Something else has to be committed together with the ending. */
export function hasEffects(ending: Ending): boolean {
  return ending.write !== undefined || (ending.followUps?.length ?? 0) > 0;
}
