import { cjsonText, sha256Hex } from '../../platform/index.js';

/** The members of an event that its hash covers (BPC-EVENT-1). */
export interface HashedEvent {
  readonly tenant: string;
  readonly aggregateType: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
  readonly eventType: string;
  readonly occurredAt: string;
  readonly actor: string | null;
  readonly payloadHash: string;
  readonly prevEventHash: string | null;
}

/**
 * The canonical text of an event without its version, time and previous hash, which only the database knows: what comes
 * before each of them, and after the last.
 */
export type HeaderParts = readonly [string, string, string, string];

/** The event hash: SHA-256 of the canonical header, in hex. */
export function eventHash(event: HashedEvent): string {
  return hashOfParts(headerParts(event), event.aggregateVersion, event.occurredAt, event.prevEventHash);
}

/** The event hash, with the values that only the database knows put between the parts of the header. */
export function hashOfParts(
  [beforeVersion, beforeTime, beforePrevious, end]: HeaderParts,
  version: number,
  occurredAt: string,
  prevEventHash: string | null,
): string {
  const previous = prevEventHash === null ? 'null' : `"${prevEventHash}"`;
  return sha256Hex(beforeVersion + version + beforeTime + occurredAt + beforePrevious + previous + end);
}

/**
 * Written out by hand, members in the order of BPC-CJSON-1: the general encoder would sort the same nine keys for every event.
 * A test compares it with the encoder.
 */
export function headerParts(
  event: Omit<HashedEvent, 'aggregateVersion' | 'occurredAt' | 'prevEventHash'>,
): HeaderParts {
  const actor = cjsonText(event.actor);
  const id = cjsonText(event.aggregateId);
  const type = cjsonText(event.aggregateType);
  return [
    `{"actor_id":${actor},"aggregate_id":${id},"aggregate_type":${type},"aggregate_version":`,
    `,"event_type":${cjsonText(event.eventType)},"occurred_at":"`,
    `","payload_hash":"${event.payloadHash}","prev_event_hash":`,
    `,"tenant_id":${cjsonText(event.tenant)}}`,
  ];
}

/**
 * The id of an event: a UUIDv7 whose time is that of the event and whose other bits are the first of its hash. The hash does not
 * cover the id, so this is how a changed id is found.
 */
export function eventIdOf(occurredAt: string, hash: string): string {
  return `${idTime(occurredAt)}${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

// Events of one call have the same time. To compute these texts for each took as long as a hash.
const lastId = { occurredAt: '', time: '' };
const lastTime = { ms: NaN, text: '' };

/** The part of an event id that its time determines. */
function idTime(occurredAt: string): string {
  if (lastId.occurredAt !== occurredAt) {
    const hex = Date.parse(`${occurredAt.slice(0, 23)}Z`)
      .toString(16)
      .padStart(12, '0');
    lastId.occurredAt = occurredAt;
    lastId.time = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
  }
  return lastId.time;
}

/** A time of the process clock as the log writes it. SQLite's clock is the process clock. */
export function eventTime(ms: number): string {
  if (lastTime.ms !== ms) {
    lastTime.text = `${new Date(ms).toISOString().slice(0, 23)}000Z`;
    lastTime.ms = ms;
  }
  return lastTime.text;
}
