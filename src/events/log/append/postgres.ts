import type { TransactionScope } from '../../../database/index.js';
import { CasparianError } from '../../../platform/index.js';
import { headerParts } from '../event-hash.js';
import { inStatements } from './in-statements.js';
import type { LinkedEvent, PreparedEvent } from './prepared-event.js';

/** The parameters of `cf_append_event`; see the migrations. */
const PARAMETERS = [
  ...['tenant', 'aggregate_type', 'aggregate_id', 'event_type', 'actor', 'payload', 'payload_hash'],
  ...['before_version', 'before_time', 'before_previous', 'ending'],
];

const RESULT =
  'event_id AS "eventId", version AS "aggregateVersion", moment_text AS "occurredAt", previous AS "prevEventHash", hash AS "eventHash"';

const statements = new Map<number, string>();

/** Appends events that are sorted by aggregate, with a function of the database, which can read and insert without a round trip between. */
export async function appendOnPostgres(
  tx: TransactionScope,
  events: readonly PreparedEvent[],
): Promise<readonly LinkedEvent[]> {
  const linked: LinkedEvent[] = [];
  for (const some of inStatements(events)) {
    const parameters = some.flatMap((event) => [
      ...[event.tenant, event.aggregateType, event.aggregateId, event.eventType, event.actor],
      ...[event.payloadText, event.payloadHash, ...headerParts(event)],
    ]);
    const rows = await tx.query<LinkedEvent>(statementFor(some.length), parameters);
    if (rows.length < some.length) throw versionConflict();
    linked.push(...rows);
  }
  return linked;
}

function statementFor(events: number): string {
  let statement = statements.get(events);
  if (statement === undefined) statements.set(events, (statement = build(events)));
  return statement;
}

function build(events: number): string {
  let placeholder = 0;
  const tuple = (): string => PARAMETERS.map(() => `$${++placeholder}`).join(', ');
  if (events === 1) return `SELECT ${RESULT} FROM cf_append_event(${tuple()})`;
  const tuples = Array.from({ length: events }, (_, index) => `(${index}, ${tuple()})`);
  // The function is called for one row after the other, in the order of the list.
  return `SELECT ${RESULT} FROM (VALUES ${tuples.join(', ')}) AS new (place, ${PARAMETERS.join(', ')})
    CROSS JOIN LATERAL cf_append_event(${PARAMETERS.map((name) => `new.${name}`).join(', ')}) ORDER BY place`;
}

function versionConflict(): CasparianError {
  return new CasparianError('EVENT_VERSION_CONFLICT', 'Other events of the same aggregate came first', {
    why: 'Other transactions appended to it again and again meanwhile.',
    next: ['Try again.'],
  });
}
