import type { HashedEvent } from '../log/event-hash.js';
import type { SignedTreeHead } from '../tree/tree-head.js';

/** An event as it is stored, with nothing recomputed. */
export interface StoredEvent extends HashedEvent {
  readonly eventId: string;
  /** The canonical text. */
  readonly payload: string;
  readonly eventHash: string;
  /** Null if no tree head covers it. */
  readonly leafIndex: number | null;
}

/** Where a log is verified from: a database or an export. */
export interface EventSource {
  readonly tenant: string;
  /** False for an export with a filter: events between those that it has are missing on purpose. */
  readonly isComplete: boolean;
  /** The smallest tree first. */
  heads(): Promise<readonly SignedTreeHead[]>;
  /** In the order of chains: aggregate type, aggregate id, version, by bytes. */
  pages(): AsyncIterable<readonly StoredEvent[]>;
}
