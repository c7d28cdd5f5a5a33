import type { TenantDatabase } from '../../database/index.js';
import { releaseSlot, renewSlot, type Slot, type SlotAnswer, type SlotRequest, takeSlot } from './slots.js';
import { peekTokens, takeTokens, takeTokensOfAll, type TokenAnswer, type TokenRequest } from './take-tokens.js';

/** Limits for direct use, shared by all processes on the database. Each tenant has separate ones. */
export interface Limiter {
  /** Takes tokens of a rate limit, or says when they will be available. */
  takeTokens(request: TokenRequest): Promise<TokenAnswer>;
  /** Takes tokens of several rate limits, or of none of them. */
  takeTokensOfAll(requests: readonly TokenRequest[]): Promise<TokenAnswer>;
  /** How many tokens are left, without taking any. */
  peekTokens(request: Pick<TokenRequest, 'key' | 'rate'>): Promise<TokenAnswer>;
  /** Takes a slot of a concurrency limit. It frees itself after `ttlMs`, unless it is renewed. */
  takeSlot(request: SlotRequest): Promise<SlotAnswer>;
  /** Holds a slot for this much longer, from now. False if it has expired. */
  renewSlot(slot: Slot, ttlMs: number): Promise<boolean>;
  releaseSlot(slot: Slot): Promise<void>;
}

export function limiterOf(database: TenantDatabase): Limiter {
  return {
    takeTokens: (request) => takeTokens(database, request),
    takeTokensOfAll: (requests) => takeTokensOfAll(database, requests),
    peekTokens: (request) => peekTokens(database, request),
    takeSlot: (request) => takeSlot(database, request),
    renewSlot: (slot, ttlMs) => renewSlot(database, slot, ttlMs),
    releaseSlot: (slot) => releaseSlot(database, slot),
  };
}
