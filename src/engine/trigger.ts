import type { EventEmitter } from 'node:events';
import type { Logger } from '../platform/index.js';

/**
 * Something that says "look now". A trigger is only a hint: what it carries is never believed, and polling goes on
 * underneath, so that with every trigger dead work still flows.
 */
export interface Trigger {
  readonly name: string;
  /** Begins to listen. Must not throw for a service that is away: it warns, and goes on trying by itself. */
  start(wake: (hint: WakeHint) => void, logger: Logger): Promise<void>;
  stop(): Promise<void>;
}

/**
 * enqueued: a job was enqueued just now. jobs: something may be due. cancel: a running job may be wanted dead.
 * anything: whatever was said while nobody listened.
 */
export type WakeHint = 'enqueued' | 'jobs' | 'cancel' | 'anything';

/** How an engine wakes the workers of its own process. */
export type WakeSignals = EventEmitter<{ wake: [hint: WakeHint] }>;
