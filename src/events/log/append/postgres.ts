import type { TransactionScope } from '../../../database/index.js';
import { CasparianError } from '../../../platform/index.js';
import { headerParts } from '../event-hash.js';
import { appendTogether } from './postgres-together.js';
import type { Appended, LinkedEvent, PreparedEvent } from './prepared-event.js';

const APPEND = `SELECT new_id AS "eventId", new_version AS "aggregateVersion", new_time AS "occurredAt", new_previous AS "prevEventHash",
  new_hash AS "eventHash", receivers FROM cf_append_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) WHERE new_id IS NOT NULL`;

/** Events of one statement. More are not faster. */
const MAX_TOGETHER = 1_000;

/** Appends events that are sorted by aggregate: one with a function of the database, several with two statements. */
export async function appendOnPostgres(tx: TransactionScope, events: readonly PreparedEvent[]): Promise<Appended> {
  const [only] = events;
  if (events.length === 1 && only) return appendOne(tx, only);
  const linked: LinkedEvent[] = [];
  let hasReceivers = false;
  for (let start = 0; start < events.length; start += MAX_TOGETHER) {
    const appended = await appendTogether(tx, events.slice(start, start + MAX_TOGETHER));
    if (!appended) throw versionConflict();
    linked.push(...appended.linked);
    hasReceivers ||= appended.hasReceivers;
  }
  return { linked, hasReceivers };
}

/** The function reads and inserts without a round trip between, which is most of the time of one insert. */
async function appendOne(tx: TransactionScope, event: PreparedEvent): Promise<Appended> {
  const [row] = await tx.query<LinkedEvent & { receivers: boolean }>(APPEND, [
    ...[event.tenant, event.aggregateType, event.aggregateId, event.eventType, event.actor],
    ...[event.payloadText, event.payloadHash, ...headerParts(event)],
  ]);
  if (!row) throw versionConflict();
  return { linked: [row], hasReceivers: row.receivers };
}

function versionConflict(): CasparianError {
  return new CasparianError('EVENT_VERSION_CONFLICT', 'Other events of the same aggregate came first', {
    why: 'Other transactions appended to it again and again meanwhile.',
    next: ['Try again.'],
  });
}
