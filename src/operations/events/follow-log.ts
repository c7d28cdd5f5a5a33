import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../engine/index.js';
import { type EventFilter, type EventRecord, followEvents } from '../../events/index.js';

const LOOK_EVERY_MS = 1_000;
/** Commits come in bursts; one look serves all of them. */
const MIN_PAUSE_MS = 50;

export interface FollowLogOptions extends EventFilter {
  readonly tenant: string;
  readonly signal: AbortSignal;
}

/** Yields the events of a tenant as they are committed, until the signal. Triggers only make it look sooner. */
export async function* followLog(engine: Engine, options: FollowLogOptions): AsyncGenerator<EventRecord> {
  const { signal } = options;
  const waker = createWaker(signal);
  const triggers = engine.triggers();
  await Promise.all(triggers.map((trigger) => trigger.start(waker.wake, engine.logger)));
  try {
    yield* followEvents(engine.database, { ...options, nextLook: waker.next });
  } finally {
    await Promise.all(triggers.map((trigger) => trigger.stop()));
  }
}

function createWaker(signal: AbortSignal): { readonly wake: () => void; readonly next: () => Promise<void> } {
  let wake = (): void => undefined;
  return {
    wake: () => wake(),
    next: async () => {
      const woken = new AbortController();
      wake = () => woken.abort();
      await pause(MIN_PAUSE_MS, [signal]);
      await pause(LOOK_EVERY_MS, [signal, woken.signal]);
    },
  };
}

async function pause(ms: number, signals: readonly AbortSignal[]): Promise<void> {
  await sleep(ms, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined);
}
