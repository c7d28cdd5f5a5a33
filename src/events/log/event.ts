/** What happened, as the caller states it. The log adds id, version, time and hashes. */
export interface NewEvent {
  /** `job.completed`, `quarantine.created`, `PASSPORT_SIGNED` … */
  readonly eventType: string;
  /** What it happened to: `job`, `file`, `passport_version` … */
  readonly aggregateType: string;
  readonly aggregateId: string;
  /** Who did it; null for the system itself. */
  readonly actor: string | null;
  /** Integers, texts, booleans, null, arrays and objects. Floats have no canonical form and are refused. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event of the log. */
export interface EventRecord extends NewEvent {
  /** UUIDv7. It follows from the time and the hash. */
  readonly eventId: string;
  readonly tenant: string;
  /** From 1, without gaps within the aggregate. */
  readonly aggregateVersion: number;
  /** By the database's clock: UTC, `YYYY-MM-DDTHH:MM:SS.ffffffZ`. */
  readonly occurredAt: string;
  readonly payloadHash: string;
  /** Null for the first event of the aggregate. */
  readonly prevEventHash: string | null;
  readonly eventHash: string;
}
