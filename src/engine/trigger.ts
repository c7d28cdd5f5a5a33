import type { EventEmitter } from 'node:events';
import type { Logger } from '../platform/index.js';

/**
 * A hint to look for work now. Its content is never trusted, and polling continues, so jobs still run if all triggers
 * fail.
 */
export interface Trigger {
  readonly name: string;
  /** Starts listening. Must not throw if its service is unavailable: it warns and keeps trying. */
  start(wake: (hint: WakeHint) => void, logger: Logger): Promise<void>;
  stop(): Promise<void>;
}

/**
 * - enqueuing: a job is being enqueued in this process, and a claim can share its commit.
 * - enqueued: a job was enqueued just now.
 * - jobs: something may be due.
 * - cancel: a running job may be cancelled.
 * - anything: hints may have been missed.
 */
export type WakeHint = 'enqueuing' | 'enqueued' | 'jobs' | 'cancel' | 'anything';

/** How an engine wakes the workers of its own process. */
export type WakeSignals = EventEmitter<{ wake: [hint: WakeHint] }>;
