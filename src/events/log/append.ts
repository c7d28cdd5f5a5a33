import type { TransactionScope } from '../../database/index.js';
import { CasparianError, cjsonText, sha256Hex } from '../../platform/index.js';
import { appendStatement } from './append-statement.js';
import { checkEvent } from './check-event.js';
import type { EventRecord, NewEvent } from './event.js';
import { eventHash, eventIdOf, eventTime, headerParts, idTime } from './event-hash.js';
import { insertHashed } from './insert-hashed.js';

/** Rows of one statement, the largest first: few different texts, so that SQLite keeps them prepared. */
const STATEMENT_SIZES = [100, 10, 1];
/** With 20 processes at one aggregate, a call needs a handful. */
const MAX_ROUNDS = 100;

/** An event with everything that does not depend on the database. */
interface PreparedEvent extends NewEvent {
  readonly tenant: string;
  readonly payloadText: string;
  readonly payloadHash: string;
}

/** What the statement knows about an event that it has inserted. */
interface InsertedRow {
  event_id: string;
  aggregate_type: string;
  aggregate_id: string;
  aggregate_version: number;
  occurred_at: string;
  prev_event_hash: string | null;
  event_hash: string;
}

/** Appends events to the chains of their aggregates, in the caller's transaction. Returns them in the given order. */
export async function appendEvents(
  tx: TransactionScope,
  tenant: string,
  events: readonly NewEvent[],
): Promise<EventRecord[]> {
  const prepared = events.map((event) => prepare(tenant, event));
  const chains = byAggregate(prepared);
  const records = new Map<PreparedEvent, EventRecord>();
  const later: EventRecord[] = [];
  for (const [first, ...rest] of await appendFirst(tx, chains, records)) {
    // The chain is ours until the transaction ends, so the others need no look at the database.
    let last = records.get(first as PreparedEvent) as EventRecord;
    for (const event of rest) later.push((last = remember(records, event, follow(last, event))));
  }
  await insertHashed(tx, later);
  return prepared.map((event) => records.get(event) as EventRecord);
}

function prepare(tenant: string, event: NewEvent): PreparedEvent {
  checkEvent(tenant, event);
  const payloadText = cjsonText(event.payload);
  return { ...event, tenant, payloadText, payloadHash: sha256Hex(payloadText) };
}

/** The events of each aggregate. All processes append in the same order of aggregates, so that they do not deadlock. */
function byAggregate(events: readonly PreparedEvent[]): PreparedEvent[][] {
  const chains = new Map<string, PreparedEvent[]>();
  for (const event of events) {
    const key = aggregateKey(event.aggregateType, event.aggregateId);
    const chain = chains.get(key);
    if (chain) chain.push(event);
    else chains.set(key, [event]);
  }
  if (chains.size < 2) return [...chains.values()];
  return [...chains].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, chain]) => chain);
}

/** Appends the first event of each chain, again and again for those that lost a race. Returns the chains. */
async function appendFirst(
  tx: TransactionScope,
  chains: readonly (readonly PreparedEvent[])[],
  records: Map<PreparedEvent, EventRecord>,
): Promise<readonly (readonly PreparedEvent[])[]> {
  let open = chains.map(([first]) => first as PreparedEvent);
  for (let round = 0; open.length > 0; round++) {
    if (round === MAX_ROUNDS) throw versionConflict(open[0] as PreparedEvent);
    for (const some of inStatements(open)) {
      const inserted = new Map(
        (await insertOnce(tx, some)).map((row) => [aggregateKey(row.aggregate_type, row.aggregate_id), row]),
      );
      for (const event of some) {
        const row = inserted.get(aggregateKey(event.aggregateType, event.aggregateId));
        if (row) remember(records, event, recordOf(event, row));
      }
    }
    open = open.filter((event) => !records.has(event));
  }
  return chains;
}

function* inStatements<T>(items: readonly T[]): Generator<readonly T[]> {
  let start = 0;
  for (const size of STATEMENT_SIZES) {
    for (; items.length - start >= size; start += size) yield items.slice(start, start + size);
  }
}

function insertOnce(tx: TransactionScope, events: readonly PreparedEvent[]): Promise<InsertedRow[]> {
  const parameters: (string | null)[] = [];
  if (tx.dialect === 'sqlite') {
    const now = Date.now();
    parameters.push(eventTime(now), idTime(now));
  }
  for (const event of events) {
    const { tenant, aggregateType, aggregateId, eventType, actor, payloadText, payloadHash } = event;
    parameters.push(
      tenant,
      aggregateType,
      aggregateId,
      eventType,
      actor,
      payloadText,
      payloadHash,
      ...headerParts(event),
    );
  }
  return tx.query<InsertedRow>(appendStatement(tx.dialect, events.length), parameters);
}

/** The event behind `last` in its chain, at the same time. */
function follow(last: EventRecord, event: PreparedEvent): EventRecord {
  const linked = {
    aggregateVersion: last.aggregateVersion + 1,
    occurredAt: last.occurredAt,
    prevEventHash: last.eventHash,
  };
  const hash = eventHash({ ...event, ...linked });
  return { ...withoutText(event), ...linked, eventHash: hash, eventId: eventIdOf(last.occurredAt, hash) };
}

function recordOf(event: PreparedEvent, row: InsertedRow): EventRecord {
  return {
    ...withoutText(event),
    eventId: row.event_id,
    aggregateVersion: row.aggregate_version,
    occurredAt: row.occurred_at,
    prevEventHash: row.prev_event_hash,
    eventHash: row.event_hash,
  };
}

function withoutText({ payloadText: _, ...event }: PreparedEvent): Omit<PreparedEvent, 'payloadText'> {
  return event;
}

function remember(records: Map<PreparedEvent, EventRecord>, event: PreparedEvent, record: EventRecord): EventRecord {
  records.set(event, record);
  return record;
}

function aggregateKey(type: string, id: string): string {
  return `${type} ${id}`;
}

function versionConflict({ aggregateType, aggregateId }: PreparedEvent): CasparianError {
  return new CasparianError('EVENT_VERSION_CONFLICT', `Another event of ${aggregateType} ${aggregateId} came first`, {
    why: `Other transactions appended to the same aggregate ${MAX_ROUNDS} times meanwhile.`,
    next: ['Try again.'],
  });
}
