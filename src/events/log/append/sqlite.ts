import type { TransactionScope } from '../../../database/index.js';
import { eventIdOf, eventTime, hashOfParts, headerParts } from '../event-hash.js';
import { inStatements } from './in-statements.js';
import type { LinkedEvent, PreparedEvent } from './prepared-event.js';

const LAST = `SELECT aggregate_version, event_hash FROM cf_events
  WHERE tenant = ? AND aggregate_type = ? AND aggregate_id = ? ORDER BY aggregate_version DESC LIMIT 1`;

const COLUMNS = [
  ...['event_id', 'tenant', 'aggregate_type', 'aggregate_id', 'aggregate_version', 'event_type', 'occurred_at'],
  ...['actor', 'payload', 'payload_hash', 'prev_event_hash', 'event_hash'],
];

const inserts = new Map<number, string>();

/**
 * Appends events that are sorted by aggregate. SQLite has one writer, so nobody else appends between the look at a chain and the
 * insert. Two short statements: one that also computes the hash took four times as long.
 */
export async function appendOnSqlite(
  tx: TransactionScope,
  events: readonly PreparedEvent[],
): Promise<readonly LinkedEvent[]> {
  const occurredAt = eventTime(Date.now());
  const linked: LinkedEvent[] = [];
  let before: PreparedEvent | undefined;
  for (const event of events) {
    const last = linked.at(-1);
    const continues = before?.aggregateId === event.aggregateId && before.aggregateType === event.aggregateType;
    linked.push(
      link(event, continues && last ? [last.aggregateVersion, last.eventHash] : await lastOf(tx, event), occurredAt),
    );
    before = event;
  }
  for (const some of inStatements(events.map((event, index) => rowOf(event, linked[index] as LinkedEvent)))) {
    const [only] = some;
    await tx.query(insertStatement(some.length), some.length === 1 && only ? only : some.flat());
  }
  return linked;
}

type Last = readonly [version: number, hash: string | null];

async function lastOf(tx: TransactionScope, { tenant, aggregateType, aggregateId }: PreparedEvent): Promise<Last> {
  const [row] = await tx.query<{ aggregate_version: number; event_hash: string }>(LAST, [
    tenant,
    aggregateType,
    aggregateId,
  ]);
  return row ? [row.aggregate_version, row.event_hash] : [0, null];
}

function link(event: PreparedEvent, [version, prevEventHash]: Last, occurredAt: string): LinkedEvent {
  const hash = hashOfParts(headerParts(event), version + 1, occurredAt, prevEventHash);
  return {
    eventId: eventIdOf(occurredAt, hash),
    aggregateVersion: version + 1,
    occurredAt,
    prevEventHash,
    eventHash: hash,
  };
}

function rowOf(event: PreparedEvent, linked: LinkedEvent): (string | number | null)[] {
  const { tenant, aggregateType, aggregateId, eventType, actor, payloadText, payloadHash } = event;
  const { eventId, aggregateVersion, occurredAt, prevEventHash, eventHash } = linked;
  return [
    eventId,
    tenant,
    aggregateType,
    aggregateId,
    aggregateVersion,
    eventType,
    occurredAt,
    actor,
    payloadText,
    payloadHash,
    prevEventHash,
    eventHash,
  ];
}

function insertStatement(rows: number): string {
  let statement = inserts.get(rows);
  if (statement === undefined) {
    const tuple = `(${COLUMNS.map(() => '?').join(', ')})`;
    statement = `INSERT INTO cf_events (${COLUMNS.join(', ')}) VALUES ${Array(rows).fill(tuple).join(', ')}`;
    inserts.set(rows, statement);
  }
  return statement;
}
