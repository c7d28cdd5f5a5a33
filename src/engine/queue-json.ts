import { isoTime } from '../platform/index.js';
import type { QueueState } from './inspection/queue-states.js';

export interface QueueJson {
  readonly name: string;
  readonly pending: number;
  readonly running: number;
  readonly paused: boolean;
  readonly paused_at: string | null;
  readonly reason: string | null;
}

export function queueJson({ name, pending, running, pausedAt, reason }: QueueState): QueueJson {
  return { name, pending, running, paused: pausedAt !== null, paused_at: isoTime(pausedAt), reason };
}
