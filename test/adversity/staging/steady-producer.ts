import { setTimeout as sleep } from 'node:timers/promises';
import { CasparianError } from '../../../src/platform/index.js';
import { defineJob } from '../../../src/engine/index.js';
import type { Engine } from '../../../src/engine/index.js';
import { pick } from './seeded-random.js';

/** The behaviours of fixtures/recording-worker.mjs. */
export const BEHAVIOURS = ['effect', 'step', 'parent', 'bare', 'flaky', 'permanent', 'exhausting'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** The fixture's job for the test, which only enqueues it. */
export const recordJob = defineJob({
  type: 'record',
  run: () => {
    throw new Error('this side does not work');
  },
});

export interface SteadyProducer {
  /** Ids of every job that was accepted. */
  readonly accepted: readonly string[];
  /** Waits for the current enqueue. */
  stop(): Promise<void>;
}

export interface ProducerOptions {
  random: () => number;
  everyMs: number;
  batch: number;
  tenants?: readonly string[];
  /** How long a job takes at most. */
  maxMs?: number;
}

/**
 * Enqueues jobs of all behaviours at a steady rate. A failed enqueue is repeated with the same idempotency key, so that each
 * job is accepted exactly once, whatever happens to the connection.
 */
export function startProducer(engine: Engine, options: ProducerOptions): SteadyProducer {
  const { random, everyMs, batch, tenants = ['default'], maxMs = 80 } = options;
  const accepted: string[] = [];
  const stopping = new AbortController();
  let count = 0;

  const enqueueOne = async (key: string): Promise<void> => {
    const behaviour = pick(random, BEHAVIOURS);
    const payload = { behaviour, ms: Math.floor(random() * maxMs) };
    const how = {
      tenant: pick(random, tenants),
      priority: pick(random, [0, 1, 2, 3] as const),
      idempotencyKey: key,
      ...(behaviour === 'exhausting' ? { maxAttempts: 2 } : {}),
    };
    for (;;) {
      try {
        accepted.push((await engine.enqueue(recordJob, payload, how)).id);
        return;
      } catch (error) {
        if (!(error instanceof CasparianError && error.retryable)) throw error;
        await sleep(50);
      }
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(Array.from({ length: batch }, () => enqueueOne(`job ${count++}`)));
      await sleep(everyMs);
    }
  })();
  return {
    accepted,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
