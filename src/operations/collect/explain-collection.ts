import { COLLECT_JOB, findSource, pausedUntil, type SourceWithHealth } from '../../collect/index.js';
import { type Database, tenantDatabase } from '../../database/index.js';
import { databaseNow, type Explanation, explainJob } from '../../engine/index.js';
import { type Hint, hint, isoTime } from '../../platform/index.js';

/** A reason that the engine cannot know: it belongs to what the job is about. */
export interface WaitingForSource {
  readonly code: 'waiting_for_source';
  readonly message: string;
  readonly next: readonly Hint[];
}

export interface FullExplanation extends Omit<Explanation, 'reasons'> {
  readonly reasons: readonly (Explanation['reasons'][number] | WaitingForSource)[];
}

/** Explains why a job is not running. For a collection that waits, the state of its source comes first. */
export async function explainWaiting(database: Database, id: string): Promise<FullExplanation> {
  const explanation = await explainJob(database, id);
  const { job } = explanation;
  if (job.type !== COLLECT_JOB.type || job.status !== 'pending') return explanation;
  const { source_id: sourceId } = Object(job.payload) as { source_id?: string };
  const found = await findSource(tenantDatabase(database, job.tenant), String(sourceId)).catch(() => undefined);
  const message = found && waitText(found, { now: await databaseNow(database), runAt: job.runAt });
  if (!found || message === undefined) return explanation;
  const next = [hint('See it with', { action: 'source.show', arguments: [found.source.name] })];
  return { ...explanation, reasons: [{ code: 'waiting_for_source', message, next }, ...explanation.reasons] };
}

function waitText(found: SourceWithHealth, { now, runAt }: { now: number; runAt: number }): string | undefined {
  const { source, health } = found;
  const because = source.pauseReason ? ` (${source.pauseReason})` : '';
  const until = pausedUntil(source, health);
  const time = until === null || until <= now ? '' : ` until ${isoTime(until)}`;
  if (!source.enabled) return `It waits for source ${source.name}, which is disabled.`;
  if (health.state === 'isolated') return `It waits for source ${source.name}, which is isolated.`;
  if (source.pausedUntil !== null && source.pausedUntil > now)
    return `It waits for source ${source.name}, which is paused${time}${because}.`;
  if (health.state !== 'closed') {
    const failure = health.lastFailure === null ? '' : ` The last failure: ${health.lastFailure}`;
    return `It waits for source ${source.name}, whose breaker is ${health.state}${time}.${failure}`;
  }
  if (until !== null && until > now) return `It waits for source ${source.name}, which asked to wait${time}.`;
  if (runAt <= now || source.ratePerMinute === null) return undefined;
  return `It may wait for source ${source.name}: ${source.ratePerMinute} requests per minute, ${source.maxConcurrency} at once.`;
}
