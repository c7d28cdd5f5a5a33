import type { Generated } from 'kysely';

/** The tables of the event log as Kysely sees them, the same in both databases. */
export interface EventsSchema {
  cf_events: EventsTable;
  cf_event_heads: EventHeadsTable;
}

export interface EventsTable {
  /** Grows with every append. Not without gaps, and on PostgreSQL not in the order of commits. */
  position: Generated<number>;
  event_id: string;
  tenant: string;
  aggregate_type: string;
  aggregate_id: string;
  aggregate_version: number;
  event_type: string;
  /** As it is hashed: UTC with six decimals. */
  occurred_at: string;
  actor: string | null;
  /** The canonical text (BPC-CJSON-1). */
  payload: string;
  payload_hash: string;
  prev_event_hash: string | null;
  event_hash: string;
  /** The place in the tree of the tenant, from 0; null until a tree head covers the event. */
  leaf_index: Generated<number | null>;
}

export interface EventHeadsTable {
  tenant: string;
  tree_size: number;
  root_hash: string;
  /** In the form of `occurred_at`. */
  signed_at: string;
  key_id: string;
  /** 32 bytes in base64. */
  public_key: string;
  /** 64 bytes in base64. */
  signature: string;
  /** JSON: the roots of the full subtrees, the largest first, from which the next head continues. */
  frontier: string;
}
