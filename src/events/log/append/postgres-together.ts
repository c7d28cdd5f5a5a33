import type { TransactionScope } from '../../../database/index.js';
import { eventIdOf, hashOfParts, headerParts } from '../event-hash.js';
import type { Appended, LinkedEvent, PreparedEvent } from './prepared-event.js';

const MAX_ROUNDS = 100;

// The clock is read after the snapshot was taken, so it is later than the time of every event that the statement sees.
const LAST = `
SELECT coalesce(last.aggregate_version, 0) AS version, last.event_hash AS hash,
  (SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) AS now,
  EXISTS (SELECT 1 FROM cf_webhook_endpoints WHERE tenant = $1 AND status IN ('active', 'paused')) AS receivers
FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS chain (type, id, place)
LEFT JOIN LATERAL (SELECT aggregate_version, event_hash FROM cf_events
  WHERE tenant = $1 AND aggregate_type = chain.type AND aggregate_id = chain.id
  ORDER BY aggregate_version DESC LIMIT 1) AS last ON true
ORDER BY chain.place`;

const INSERT = `
INSERT INTO cf_events (tenant, occurred_at, event_id, aggregate_type, aggregate_id, aggregate_version, event_type, actor, payload,
  payload_hash, prev_event_hash, event_hash)
SELECT $1, $2, * FROM unnest($3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[],
  string_to_array($9, E'\\x1e'), $10::text[], $11::text[], $12::text[])
ON CONFLICT (tenant, aggregate_type, aggregate_id, aggregate_version) DO NOTHING RETURNING event_id`;

// The same lock as in cf_append_event.
const QUEUE = `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', $1::text, chain.type, chain.id), 0))
  FROM unnest($2::text[], $3::text[]) AS chain (type, id)`;

/** No canonical text contains a control character, so payloads need no escapes between it. */
const BETWEEN_PAYLOADS = '\u001e';

interface Chain {
  readonly aggregateType: string;
  readonly aggregateId: string;
}

interface Last {
  readonly version: number;
  readonly hash: string | null;
  readonly now: string;
  readonly receivers: boolean;
}

/**
 * Appends events of one tenant that are sorted by aggregate: reads the ends of all chains, hashes, and inserts all rows. If another
 * transaction has appended to one of the chains meanwhile, the rows are taken back, before any other transaction could see them, and
 * everything is repeated. Undefined if that happens 100 times.
 */
export async function appendTogether(
  tx: TransactionScope,
  events: readonly PreparedEvent[],
): Promise<Appended | undefined> {
  const tenant = events[0]?.tenant;
  const chains = chainsOf(events);
  const names = [chains.map(({ aggregateType }) => aggregateType), chains.map(({ aggregateId }) => aggregateId)];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const last = await tx.query<Last>(LAST, [tenant, ...names]);
    const linked = link(events, last);
    const inserted = await tx.query<{ event_id: string }>(INSERT, rowsOf(events, linked));
    if (inserted.length === events.length) return { linked, hasReceivers: last[0]?.receivers ?? false };
    const ids = inserted.map((row) => row.event_id);
    await tx.query('DELETE FROM cf_events WHERE event_id = ANY($1::uuid[])', [ids]);
    // With many at one aggregate, one that only tried again could lose every time. From here on they queue.
    if (round === 1) await tx.query(QUEUE, [tenant, ...names]);
  }
  return undefined;
}

function chainsOf(events: readonly PreparedEvent[]): Chain[] {
  return events.filter((event, index) => !continues(events, index, event));
}

/** Whether an event belongs to the same chain as the one before it. */
function continues(events: readonly PreparedEvent[], index: number, { aggregateType, aggregateId }: Chain): boolean {
  const before = events[index - 1];
  return before?.aggregateId === aggregateId && before.aggregateType === aggregateType;
}

function link(events: readonly PreparedEvent[], ends: readonly Last[]): LinkedEvent[] {
  const occurredAt = ends[0]?.now ?? '';
  let chain = -1;
  let version = 0;
  let prevEventHash: string | null = null;
  return events.map((event, index) => {
    if (!continues(events, index, event)) {
      const end = ends[++chain];
      version = end?.version ?? 0;
      prevEventHash = end?.hash ?? null;
    }
    const eventHash = hashOfParts(headerParts(event), ++version, occurredAt, prevEventHash);
    const eventId = eventIdOf(occurredAt, eventHash);
    const linked = { eventId, aggregateVersion: version, occurredAt, prevEventHash, eventHash };
    prevEventHash = eventHash;
    return linked;
  });
}

function rowsOf(events: readonly PreparedEvent[], linked: readonly LinkedEvent[]): unknown[] {
  return [
    events[0]?.tenant,
    linked[0]?.occurredAt,
    plainArray(linked.map(({ eventId }) => eventId)),
    plainArray(events.map(({ aggregateType }) => aggregateType)),
    events.map(({ aggregateId }) => aggregateId),
    plainArray(linked.map(({ aggregateVersion }) => aggregateVersion)),
    plainArray(events.map(({ eventType }) => eventType)),
    events.map(({ actor }) => actor),
    events.map(({ payloadText }) => payloadText).join(BETWEEN_PAYLOADS),
    plainArray(events.map(({ payloadHash }) => payloadHash)),
    plainArray(linked.map(({ prevEventHash }) => prevEventHash ?? 'NULL')),
    plainArray(linked.map(({ eventHash }) => eventHash)),
  ];
}

/** An array of values without quotes, commas and braces: names, numbers and hashes. To escape them took longer than to hash. */
function plainArray(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
