import type { Role } from '../../operations/index.js';

/** Who sends a request. */
export interface Caller {
  /** The actor of events: `key:NAME`, the user who started a local server, or `anonymous`. */
  readonly actor: string;
  readonly tenant: string;
  readonly role: Role;
  /** What the rate limit counts by; null for callers without a key. */
  readonly keyId: string | null;
}
