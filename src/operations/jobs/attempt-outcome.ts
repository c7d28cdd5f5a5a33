import type { Ending, EndFacts } from '../../engine/index.js';

/**
 * How an attempt ended, for logs and metrics.
 * finished: the job reached its last state. retry: the attempt failed and there will be another. snoozed: the handler
 * asked to run later. returned: the worker returned the job uncharged. refused: the lease was lost to another worker.
 */
export type AttemptOutcome = 'finished' | 'retry' | 'snoozed' | 'returned' | 'refused';

export function attemptOutcome(ending: Ending, facts: EndFacts): AttemptOutcome {
  if (facts.refused) return 'refused';
  if (ending.status !== 'pending') return 'finished';
  if (ending.charge === 1) return 'retry';
  return ending.delayMs === null ? 'returned' : 'snoozed';
}
