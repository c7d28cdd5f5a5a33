import type { QueueLimit, QueueState } from '../../engine/index.js';
import { relativeTime } from './time.js';

/** `at most 2 at once, 60 per minute (burst 5)` */
export function limitText({ concurrency, rate }: QueueLimit): string {
  const parts = [
    ...(concurrency === null ? [] : [`at most ${concurrency} at once`]),
    ...(rate === null ? [] : [`${rate.perMinute} per minute (burst ${rate.burst ?? 1})`]),
  ];
  return parts.join(', ');
}

export function queueStateText({ pausedAt, reason }: QueueState, now: number): string {
  if (pausedAt === null) return 'open';
  return `paused ${relativeTime(pausedAt, now)}${reason ? `: ${reason}` : ''}`;
}
