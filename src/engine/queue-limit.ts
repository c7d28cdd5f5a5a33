import type { Rate } from './limits/rate.js';

/** The limit of a queue, for all its jobs of all tenants together. */
export interface QueueLimit {
  queue: string;
  concurrency: number | null;
  rate: Rate | null;
}

export interface QueueLimitRow {
  name: string;
  concurrency: number | null;
  rate_per_minute: number | null;
  burst: number | null;
}

export function queueLimitOf({ name, concurrency, rate_per_minute: perMinute, burst }: QueueLimitRow): QueueLimit {
  return { queue: name, concurrency, rate: perMinute === null ? null : { perMinute, burst: burst ?? 1 } };
}
