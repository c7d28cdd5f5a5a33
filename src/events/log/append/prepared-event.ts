import type { EventRecord, NewEvent } from '../event.js';

/** An event with everything that does not depend on the database. */
export interface PreparedEvent extends NewEvent {
  readonly tenant: string;
  /** The canonical text of the payload. */
  readonly payloadText: string;
  readonly payloadHash: string;
}

/** What the place of an event in its chain determines. */
export type LinkedEvent = Pick<
  EventRecord,
  'eventId' | 'aggregateVersion' | 'occurredAt' | 'prevEventHash' | 'eventHash'
>;

export interface Appended {
  readonly linked: readonly LinkedEvent[];
  /** Whether the tenant has endpoints for webhooks. Looked up with the append: a statement of its own would cost a round trip. */
  readonly hasReceivers: boolean;
}
