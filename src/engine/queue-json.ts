import { isoTime } from '../platform/index.js';
import type { QueueState } from './inspection/queue-states.js';
import type { QueueLimit } from './queue-limit.js';

export interface QueueJson {
  readonly name: string;
  readonly pending: number;
  readonly running: number;
  readonly paused: boolean;
  readonly paused_at: string | null;
  readonly reason: string | null;
  readonly limit: QueueLimitJson | null;
  readonly waiting_for_limits: number;
  readonly oldest_ready_seconds: number | null;
}

export interface QueueLimitJson {
  readonly concurrency: number | null;
  readonly rate_per_minute: number | null;
  readonly burst: number | null;
}

export function queueJson(queue: QueueState): QueueJson {
  const { name, pending, running, pausedAt, reason, limit, waitingForLimits, oldestReadySeconds } = queue;
  const pause = { paused: pausedAt !== null, paused_at: isoTime(pausedAt), reason };
  return {
    ...{ name, pending, running, ...pause, limit: queueLimitJson(limit) },
    ...{ waiting_for_limits: waitingForLimits, oldest_ready_seconds: oldestReadySeconds },
  };
}

export function queueLimitJson(limit: QueueLimit | null): QueueLimitJson | null {
  if (!limit) return null;
  const { concurrency, rate } = limit;
  return { concurrency, rate_per_minute: rate?.perMinute ?? null, burst: rate ? (rate.burst ?? 1) : null };
}
