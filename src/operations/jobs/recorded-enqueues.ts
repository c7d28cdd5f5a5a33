import { type Engine, type RecordedJob, RecordedEnqueues, type RecordJobs } from '../../engine/index.js';
import { type EventInContext, recordEventsOfCallers } from '../../events/index.js';
import { type Actor, byTenant } from './change-by-hand.js';

const OF_ENGINE = new WeakMap<Engine, RecordedEnqueues<Actor>>();

/** Enqueues that leave an event with the name of their actor. One per engine, because calls share commits in it. */
export function recordedEnqueues(engine: Engine): RecordedEnqueues<Actor> {
  const known = OF_ENGINE.get(engine) ?? new RecordedEnqueues<Actor>(engine, recordEnqueued);
  OF_ENGINE.set(engine, known);
  return known;
}

const recordEnqueued: RecordJobs<Actor> = async (tx, jobs) => {
  for (const [tenant, own] of byTenant(jobs)) await recordEventsOfCallers(tx, tenant, own.map(enqueuedEvent));
};

function enqueuedEvent({ id, type, note, inContext }: RecordedJob<Actor>): EventInContext {
  const event = { eventType: 'job.enqueued', aggregateType: 'job', aggregateId: id, actor: note, payload: { type } };
  return { event, inContext };
}
