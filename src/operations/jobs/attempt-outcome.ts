import type { Ending, EndFacts } from '../../engine/index.js';

/**
 * What an ending means to somebody who watches.
 * finished: the job reached its last state. retry: the attempt failed and there will be another. snoozed: the handler
 * asked for later. returned: the worker gave the job back uncharged. refused: another worker holds the job by now.
 */
export type AttemptOutcome = 'finished' | 'retry' | 'snoozed' | 'returned' | 'refused';

export function attemptOutcome(ending: Ending, facts: EndFacts): AttemptOutcome {
  if (facts.refused) return 'refused';
  if (ending.status !== 'pending') return 'finished';
  if (ending.charge === 1) return 'retry';
  return ending.delayMs === null ? 'returned' : 'snoozed';
}
