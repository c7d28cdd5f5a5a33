import type { EventRecord } from './log/event.js';

/** An event as JSON. Scripts depend on these names: add, never change. */
export interface EventJson {
  readonly event_id: string;
  readonly event_type: string;
  readonly aggregate_type: string;
  readonly aggregate_id: string;
  readonly aggregate_version: number;
  readonly occurred_at: string;
  readonly actor: string | null;
  readonly tenant: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly event_hash: string;
  readonly prev_event_hash: string | null;
}

export function eventJson(event: EventRecord): EventJson {
  return {
    event_id: event.eventId,
    event_type: event.eventType,
    aggregate_type: event.aggregateType,
    aggregate_id: event.aggregateId,
    aggregate_version: event.aggregateVersion,
    occurred_at: event.occurredAt,
    actor: event.actor,
    tenant: event.tenant,
    payload: event.payload,
    event_hash: event.eventHash,
    prev_event_hash: event.prevEventHash,
  };
}

/** With everything that its hash covers, and its place in the tree. */
export function eventDetailsJson(
  event: EventRecord,
  leafIndex: number | null,
): EventJson & { payload_hash: string; leaf_index: number | null } {
  return { ...eventJson(event), payload_hash: event.payloadHash, leaf_index: leafIndex };
}
