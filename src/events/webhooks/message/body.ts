/** An event as the log has it. */
export interface DeliveredEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly aggregateType: string;
  readonly aggregateId: string;
  readonly occurredAt: string;
  readonly tenant: string;
  /** Canonical JSON. */
  readonly payloadText: string;
}

/**
 * The body of a delivery: the members of seed 2, then `tenant_id` and `data` of BPC-WEBHOOK-1. The payload is the text of the log, so
 * the same event always has the same bytes, and integers of any size stay exact.
 */
export function bodyOf(event: DeliveredEvent): Buffer {
  const text = JSON.stringify;
  const members = [
    `"event_id":${text(event.eventId)}`,
    `"event_type":${text(event.eventType)}`,
    `"aggregate_type":${text(event.aggregateType)}`,
    `"aggregate_id":${text(event.aggregateId)}`,
    `"occurred_at":${text(event.occurredAt)}`,
    `"payload":${event.payloadText}`,
    `"tenant_id":${text(event.tenant)}`,
    `"data":${event.payloadText}`,
  ];
  return Buffer.from(`{${members.join(',')}}`);
}
