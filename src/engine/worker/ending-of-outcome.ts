import { completionEnding, snoozeEnding } from '../ending.js';
import { newJob } from '../enqueue.js';
import { type FollowUp, isSnooze, type Outcome } from '../outcome.js';
import { serialize } from '../payload.js';
import type { ClaimedJob, Ending, NewJob } from '../store.js';

/** The ending that a handler's answer asks for. A promise only when a follow-up's payload is validated later. */
export function endingOfOutcome(
  job: ClaimedJob,
  outcome: Outcome,
  limits: { maxPayloadBytes: number },
): Ending | Promise<Ending> {
  if (isSnooze(outcome)) return snoozeEnding(job, outcome.delayMs);
  const { warnings, effects } = outcome;
  const result = warnings.length > 0 ? withWarnings(outcome.result, warnings) : outcome.result;
  const completion = {
    warned: warnings.length > 0,
    result: result == null ? null : serialize('result', result, limits.maxPayloadBytes),
    write: effects.write,
    settled: effects.settled,
  };
  if (!effects.enqueue?.length) return completionEnding(job, completion);
  const children = effects.enqueue.map(async (followUp) => childOf(job, followUp, limits));
  return Promise.all(children).then((followUps) => completionEnding(job, { ...completion, followUps }));
}

function childOf(
  { id, tenant }: ClaimedJob,
  { job, payload, options }: FollowUp,
  limits: { maxPayloadBytes: number },
): NewJob | Promise<NewJob> {
  return newJob(job, payload, { tenant, parentJobId: id, ...options }, limits);
}

/** Beside the fields of a result that has any, so that they are found in the same place with and without warnings. */
function withWarnings(result: unknown, warnings: readonly string[]): object {
  const hasFields = typeof result === 'object' && result !== null && !Array.isArray(result);
  return hasFields ? { ...result, warnings } : { result, warnings };
}
