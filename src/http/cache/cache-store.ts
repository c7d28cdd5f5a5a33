import type { HeaderLines } from '../message/header-lines.js';

/** A response that may be used again, and what is needed to decide about it. */
export interface StoredResponse {
  /** Unique per URL: the request headers that `Vary` names, as JSON. */
  readonly variant: string;
  readonly status: number;
  readonly headers: HeaderLines;
  /** As received, with its content coding. */
  readonly body: Buffer;
  /** When the request was sent and the response arrived, in milliseconds. */
  readonly requestTime: number;
  readonly responseTime: number;
  /** From here on it is of no use, in milliseconds. A store may delete it. */
  readonly keepUntil: number;
}

/**
 * Keeps the responses of a private cache. It belongs to one user: bind it to one tenant and one set of credentials,
 * because what was fetched with credentials is returned to every user of the store.
 */
export interface CacheStore {
  /** All variants that are stored for this URL. */
  get(url: string): Promise<readonly StoredResponse[]>;
  /** Replaces the variant with the same `variant`. */
  put(url: string, response: StoredResponse): Promise<void>;
  /** Removes all variants. */
  delete(url: string): Promise<void>;
}
